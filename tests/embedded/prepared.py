"""Data folders of sites that were started before, as a first start costs nine seconds of processor time."""

import fcntl
import os
import shutil
from pathlib import Path

from django.test import override_settings

from odinsite import settings
from odinsite.embedded.folder import Folder
from odinsite.embedded.preparation import collect_static, fingerprint, static_marker
from tests.kept_database import database_copy
from tests.servers import FOLDER


def data_folder(path: Path) -> Path:
    """Put tables and static files there, without an administrator. Costs half a second.

    Without a kept database, the site makes its own.
    """
    database_copy(prepared := static_folder(path))
    return prepared.path


def static_folder(path: Path) -> Folder:
    """A data folder with only static files."""
    target = Folder(path)
    target.prepare()
    shutil.copytree(static_collected(), target.static, dirs_exist_ok=True)
    with override_settings(STATIC_ROOT=str(target.static)):
        static_marker(target).write_text(fingerprint(), encoding="ascii")
    return target


def static_collected() -> Path:
    """The folder of static files, collected once a run."""
    collected = Folder(Path(os.environ[FOLDER]) / "collected")
    collected.prepare()
    with open(collected.path / "lock", "a", encoding="ascii") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with override_settings(STORAGES=settings.STORAGES, STATIC_ROOT=str(collected.static)):
            collect_static(collected)
    return collected.static
