"""The version of the code that this process runs: `/version`, and the footer for staff."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from odinsite.env import env

# The same as in pyproject.toml, which the image doesn't have.
VERSION: Final = "0.2.0"
COMMIT: Final = re.compile(r"[0-9a-f]{40}")
SHOWN_DIGITS: Final = 8


@require_safe
def version(request: HttpRequest) -> JsonResponse:
    """The version and the commit, "" if unknown. Asks neither the database nor Redis."""
    answer = JsonResponse({"version": VERSION, "revision": REVISION})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def version_words() -> str:
    """The version and the start of the commit, as staff read it."""
    return f"{VERSION} ({REVISION[:SHOWN_DIGITS]})" if REVISION else VERSION


def revision_of(folder: Path) -> str:
    """The commit checked out in the folder; "" if the folder is no clone or can't be read."""
    git = folder / ".git"
    try:
        head = (git / "HEAD").read_text().strip()
        name = head.removeprefix("ref: ")
        if name == head:
            return head if COMMIT.fullmatch(head) else ""
        loose = git / name
        if loose.exists():
            return loose.read_text().strip()
        packed = (git / "packed-refs").read_text().splitlines()
        return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
    except OSError:
        return ""


# Read at the start: an update replaces the folder under the running process. The image names its commit itself.
REVISION: Final = env.str("ODIN_REVISION", default="") or revision_of(settings.BASE_DIR)
