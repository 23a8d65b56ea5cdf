"""`python -m tests.deploy.releases`: write the backup of this version, with a few games, next to this file.

Run it for a release. `test_upgrading.py` migrates each of them to the newest tables, and `test_linting.py` checks the
migrations after the newest.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from odinsite.embedded.environment import set_environment
from odinsite.embedded.folder import Folder
from odinsite.embedded.servers import Servers
from tests.deploy.production import PRODUCTION
from tests.kept_database import FAST


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="odin-release-") as place:
        folder = Folder(Path(place))
        servers = Servers(folder, FAST)
        try:
            set_environment(folder)
            # The rows are sealed with a key that the tests know.
            os.environ.update(CHAIN_KEY=PRODUCTION["CHAIN_KEY"], DJANGO_SETTINGS_MODULE="odinsite.settings")
            servers.wait()
            _write(Path(__file__).resolve().parent)
        finally:
            servers.release()


def _write(target: Path) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from odinsite.version import VERSION
    from tests.deploy.backups.world import populate

    call_command("migrate", interactive=False, verbosity=0)
    populate()
    call_command("backup", str(target / f"{VERSION}.zip"), "--force")
    connections.close_all()


if __name__ == "__main__":
    main()
