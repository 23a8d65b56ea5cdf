"""`screenshots`: pictures of every page in all sizes and themes."""

import json
import os
import re
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.simulation.screenshots.camera import Camera, NoCameraError, chromium
from games.simulation.screenshots.pages import PAGES
from games.simulation.screenshots.readme_picture import PAGE, picture_keep

LONG_WORDS = "de"
# Settings that would lead to another site's servers and data.
OTHERS = (
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "CHAIN_KEY", "VAPID_PRIVATE_KEY", "PUBLIC_URL", "EMAIL_URL"),
    *("STATIC_ROOT", "MAIL_DIR", "ODIN_EMBEDDED", "ODIN_DATA", "ADMIN_URL"),
)
PATIENCE_S = 60


class Command(BaseCommand):
    help = "Take a picture of every page, at a site that the command starts and removes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        codes = dict(settings.LANGUAGES)
        default = LONG_WORDS if LONG_WORDS in codes else settings.LANGUAGE_CODE
        parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
        parser.add_argument("--language", default=default, choices=codes, help=f"language of the pages ({default})")
        parser.add_argument("--only", default="*", metavar="PATTERN", help="pages whose names fit, such as 'table*'")
        parser.add_argument("--readme", action="store_true", help=f"take {PAGE} in English, for the README")
        parser.add_argument("--seed", type=int, default=1, help="seed of the turns (1); deals stay random")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object on the last line")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["readme"]:
            options |= {"only": PAGE, "language": "en"}
        pages = [page for page in PAGES if fnmatch(page.name, options["only"])]
        if not pages:
            raise CommandError(f"No page is called {options['only']}.")
        out: Path = options["out"]
        out.mkdir(parents=True, exist_ok=True)
        try:
            with chromium() as browser, TemporaryDirectory(prefix="odin-pictures-") as data, _site(data) as address:
                scenes = _scenes(data, options["language"], options["seed"])
                camera = Camera(browser, address, out, options["language"])
                if options["readme"]:
                    picture_keep(camera.take_window(pages[0], scenes["places"], scenes["sessions"]["player"]))
                    files = 1
                else:
                    files = camera.take(pages, scenes["places"], scenes["sessions"])
        except NoCameraError as missing:
            raise CommandError(str(missing)) from missing
        found = {"pages": len(pages), "files": files}
        self.stdout.write(json.dumps(found) if options["json"] else f"{files} pictures of {len(pages)} pages in {out}")


def _environment(data: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in OTHERS}
    return kept | {"ODIN_DATA": data, "PYTHONUNBUFFERED": "1"}


@contextmanager
def _site(data: str) -> Iterator[str]:
    """Run a site with its own servers in the folder `data`; gives its address."""
    command = [sys.executable, sys.argv[0], "up", "--port", "0"]
    with subprocess.Popen(
        command, env=_environment(data), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield _address(process)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)


def _address(process: subprocess.Popen[str]) -> str:
    """Wait until the site prints its address."""
    said = ""
    for line in process.stdout or ():
        said += line
        found = re.search(r"ready: +(\S+?)/$", line.strip())
        if found:
            return found[1]
    raise CommandError(f"The site did not start:\n{said}")


def _scenes(data: str, language: str, seed: int) -> dict[str, Any]:
    """Make the scenes, in a process that uses the site's database."""
    command = [sys.executable, sys.argv[0], "scenes", "--language", language, "--seed", str(seed)]
    made = subprocess.run(command, env=_environment(data), capture_output=True, text=True, check=False)
    if made.returncode:
        raise CommandError(f"The scenes could not be made:\n{made.stderr}")
    found: dict[str, Any] = json.loads(made.stdout.splitlines()[-1])
    return found
