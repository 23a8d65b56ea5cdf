"""Finds changed code for `up --reload`."""

import os
from collections.abc import Iterator
from pathlib import Path

from odinsite.embedded.folder import BASE_DIR

APPS = ("accounts", "games", "odinsite")
# Read at start; templates, styles and scripts are read for each page.
READ_AT_START = (".mo", ".py")


class Changes:
    """Changed files of the site, found by one `stat` per file and look."""

    def __init__(self, root: Path = BASE_DIR) -> None:
        self.root = root
        self._seen = self._stamps()

    def changed(self) -> list[str]:
        """Paths below the root, since the last look."""
        before, self._seen = self._seen, self._stamps()
        return sorted({path for path, _stamp in before.items() ^ self._seen.items()})

    def _stamps(self) -> dict[str, int]:
        return dict(stamp for app in APPS for stamp in _stamps_below(self.root / app, f"{app}/"))


def _stamps_below(folder: Path, prefix: str) -> Iterator[tuple[str, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _stamps_below(Path(entry), f"{prefix}{entry.name}/")
            elif entry.name.endswith(READ_AT_START):
                yield prefix + entry.name, entry.stat().st_mtime_ns
