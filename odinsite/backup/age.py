"""The age of the last backup in BACKUP_DIR, where the nightly ones are."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from django.conf import settings

# A night and a half.
MAX_AGE_S: Final = 36 * 3600.0


def backup_lacks() -> list[str]:
    """The faults of the nightly backups; none without BACKUP_DIR."""
    if not settings.BACKUP_DIR:
        return []
    folder = Path(settings.BACKUP_DIR)
    try:
        # A draft's name begins with a dot.
        found = [path.stat() for path in folder.iterdir() if path.suffix == ".zip" and not path.name.startswith(".")]
    except OSError as error:
        return [f"the folder of backups {folder} cannot be read: {error.strerror or error}"]
    newest = max((stat.st_mtime for stat in found if stat.st_size), default=None)
    if newest is None:
        return [f"there is no backup in {folder}"]
    age_s = time.time() - newest
    return [f"the last backup in {folder} is {age_s / 3600:.0f} h old"] if age_s > MAX_AGE_S else []
