"""manage.py: `up`, or a Django command with its servers."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from odinsite.embedded.environment import set_environment
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import default_folder
from odinsite.embedded.servers import Servers

# They need no server, or check for one.
WITHOUT_SERVERS = {
    "arena", "check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "health", "help",
    "makemessages", "openapi", "screenshots", "startapp", "startproject", "version",
}  # fmt: skip

# They take the tables as they are; others migrate first.
ABOUT_TABLES = {
    "backup", "createcachetable", "dbshell", "flush", "inspectdb", "makemigrations", "migrate", "optimizemigration",
    "restore", "showmigrations", "sqlflush", "sqlmigrate", "sqlsequencereset", "squashmigrations", "test", "testserver",
}  # fmt: skip


def main(argv: list[str]) -> int:
    """Run `up` or a Django command; return the exit status. Errors of the servers are one line on standard error."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
    try:
        if argv[1:2] == ["up"] or argv[1:3] == ["help", "up"]:
            # Imported late: only `up` needs it.
            from odinsite.embedded.up import main as up

            return up(["--help"] if argv[1] == "help" else argv[2:])
        with surroundings(argv):
            return run_django(argv)
    except StartError as error:
        print(f"manage.py: {error}", file=sys.stderr)
        return 1


@contextmanager
def surroundings(argv: list[str]) -> Iterator[None]:
    """Set missing settings; hold migrated servers while a command runs. Servers named in the environment are left
    alone.
    """
    if os.environ.get("DATABASE_URL"):
        yield
        return
    folder = default_folder()
    folder.prepare()
    set_environment(folder)
    command = argv[1] if len(argv) > 1 else "help"
    if command in WITHOUT_SERVERS or command.startswith("-") or {"-h", "--help"} & set(argv[2:]):
        yield
        return
    with Servers(folder):
        if command not in ABOUT_TABLES:
            # Imported late: it loads Django, which reads these settings.
            from odinsite.embedded import preparation

            preparation.bring_up_to_date()
        yield


def run_django(argv: list[str]) -> int:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(argv)
    except ImproperlyConfigured as error:
        raise StartError(str(error)) from error
    return 0
