"""The surroundings that faults need: a clock that can be put, and the code of before the last migration."""

from __future__ import annotations

import subprocess
import tarfile
from datetime import timedelta
from pathlib import Path
from typing import Final

from odinsite.embedded.folder import BASE_DIR, Folder

CLOCK: Final = Path(__file__).parent / "clock"
MIGRATIONS: Final = ("accounts/migrations", "games/migrations")


def clock_environment(folder: Folder) -> dict[str, str]:
    """The variables that put a process's clock as `clock_set` says."""
    clock_set(folder)
    return {"PYTHONPATH": str(CLOCK), "ODIN_CLOCK": str(_clock(folder))}


def clock_set(folder: Folder, by: timedelta = timedelta()) -> None:
    draft = _clock(folder).with_suffix(".new")
    draft.write_text(str(by.total_seconds()), encoding="ascii")
    draft.rename(_clock(folder))


def _clock(folder: Folder) -> Path:
    return folder.path / "clock"


def earlier_commit() -> str:
    """The commit before the last one that changed a migration; "" if the history does not reach it."""
    last = _git("log", "-1", "--format=%H", "--", *MIGRATIONS)
    return _git("rev-parse", "--verify", "--quiet", f"{last}^") if last else ""


def earlier_lacks() -> str:
    return "" if earlier_commit() else "a repository whose history has the last migration"


def earlier_code(folder: Path) -> Path:
    """Put the code of `earlier_commit` into a new folder."""
    archive = folder.with_suffix(".tar")
    _git("archive", "--format=tar", f"--output={archive}", earlier_commit())
    with tarfile.open(archive) as found:
        found.extractall(folder)
    archive.unlink()
    return folder


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=BASE_DIR, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
