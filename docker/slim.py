"""`slim.py PACKAGES CODE` makes the image small while it is built: it removes what no process reads, strips compiled
modules, and writes the bytecode of the modules that processes load. All bytecode would take three times as much space.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# The languages of odinsite.settings.LANGUAGES.
LANGUAGES = {"en", "de", "fr", "es", "it", "nl", "ca"}
INSTALLERS = ("pip", "setuptools", "wheel")
# Parts of installers and libraries that the site does not use. It logs in by OpenID Connect alone.
PARTS = (
    "pkg_resources",
    "_distutils_hack",
    "distutils-precedence.pth",
    "allauth/socialaccount/providers/*/",
    "autobahn/_flatc/",
    "django/contrib/gis/",
    "ninja/static/",
    *(f"twisted/{name}/" for name in ("conch", "mail", "names", "pair", "positioning", "spread", "trial", "words")),
    # Celery's interactive prompt measures text more slowly without the first, and some terminals' less well without the
    # others. The site never opens it.
    "wcwidth/_wcwidth_c.*.so",
    "wcwidth/table_grapheme_overrides/_known_*.py",
    # Only installers and auditors read these. Licences and versions stay.
    "*.dist-info/RECORD",
    "*.dist-info/sboms/",
)
PROVIDERS = {"base", "oauth", "oauth2", "openid_connect"}
# `django.test` is no test.
FOLDERS = {"test", "tests", "__pycache__"}
# Sources of catalogues, and what only editors read.
ENDINGS = {".po", ".pyi", ".map"}
# All that web, workers, beat and commands load.
LOAD = """
from odinsite.embedded.environment import set_environment
from odinsite.embedded.folder import default_folder
set_environment(default_folder())
import django
django.setup()
from django.core.management import call_command
call_command("check")
from odinsite.celery import app
app.loader.import_default_modules()
import celery.apps.beat, celery.apps.worker, celery.bin.celery, celery.concurrency.prefork, kombu.transport.redis
import allauth.socialaccount.providers.openid_connect.views
import odinsite.asgi, odinsite.queue.heartbeats, odinsite.queue.timetable, odinsite.web.command
import django.core.mail.backends.smtp, django.core.management.commands.migrate
"""


def superfluous(packages: Path, code: Path) -> Iterator[Path]:
    for name in INSTALLERS:
        yield from packages.glob(f"{name}")
        yield from packages.glob(f"{name}-*.dist-info")
    for part in PARTS:
        yield from (path for path in packages.glob(part) if path.name not in PROVIDERS)
    for path in packages.rglob("*"):
        if path.is_dir():
            tests = path.name in FOLDERS and path.parent.name != "django"
            if tests or (path.parent.name == "locale" and language(path) not in LANGUAGES):
                yield path
        elif path.suffix in ENDINGS:
            yield path
    yield from code.rglob("*.po")


def language(folder: Path) -> str:
    """The language of a folder of texts: that of `pt_BR` is `pt`."""
    return folder.name.partition("_")[0]


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def strip(packages: Path) -> None:
    """Remove the symbols of compiled modules. The libraries that come with them are without."""
    subprocess.run(["/usr/bin/strip", "--strip-unneeded", *packages.rglob("*.so")], check=True)


def main(packages: Path, code: Path) -> None:
    for path in list(superfluous(packages, code)):
        if path.exists():
            remove(path)
    strip(packages)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["DJANGO_SETTINGS_MODULE"] = "odinsite.settings"
    subprocess.run([sys.executable, "-c", LOAD], cwd=code, env=environment, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
