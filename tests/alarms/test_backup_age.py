"""`health` watches the age of nightly backups where there are any."""

from __future__ import annotations

import os
import time
from pathlib import Path

from django.test import override_settings

from odinsite.backup.age import MAX_AGE_S, backup_lacks


def test_a_site_without_nightly_backups_has_no_fault() -> None:
    with override_settings(BACKUP_DIR=""):
        assert backup_lacks() == []


def test_a_backup_of_last_night_is_fresh_and_one_of_the_night_before_is_not(tmp_path: Path) -> None:
    with override_settings(BACKUP_DIR=str(tmp_path)):
        assert backup_lacks() == [f"there is no backup in {tmp_path}"]
        old, new = tmp_path / "odin-1.zip", tmp_path / "odin-2.zip"
        for path, age_s in ((old, MAX_AGE_S + 3600), (new, MAX_AGE_S - 3600)):
            path.write_bytes(b"rows")
            os.utime(path, (time.time() - age_s,) * 2)
        assert backup_lacks() == []
        new.unlink()
        assert backup_lacks() == [f"the last backup in {tmp_path} is 37 h old"]


def test_drafts_and_empty_files_are_no_backups(tmp_path: Path) -> None:
    (tmp_path / ".odin-1.zip.77.new").write_bytes(b"rows")
    (tmp_path / ".odin-1.zip").write_bytes(b"rows")
    (tmp_path / "odin-2.zip").touch()
    with override_settings(BACKUP_DIR=str(tmp_path)):
        assert backup_lacks() == [f"there is no backup in {tmp_path}"]


def test_a_folder_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with override_settings(BACKUP_DIR=str(tmp_path / "none")):
        assert backup_lacks() == [
            f"the folder of backups {tmp_path / 'none'} cannot be read: No such file or directory"
        ]
