"""`manage.py health`: is the whole site well?"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections

from odinsite.alarms.changes import Told
from odinsite.alarms.inspection import Inspection, site_inspect
from odinsite.alarms.telling import alarm_tell


class Command(BaseCommand):
    help = (
        "Print what is wrong, a line each, and exit 1; or print ok and exit 0. It checks the database, migrations, "
        "this machine's disk, late games and messages, Redis, web processes, a worker for each queue, the clock "
        "(celery beat), its sweeps, and the age of the last nightly backup."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object with all processes and sweeps")
        parser.add_argument(
            "--tell",
            metavar="FILE",
            type=Path,
            help="tell ALARM_URL and ODIN_ADMINS what changed, as FILE notes; exit 0 unless that fails",
        )
        parser.add_argument("--failed", metavar="UNIT", help="tell at once that the unit has failed, too")
        parser.add_argument("--every", metavar="SECONDS", type=float, help="look again after so many seconds, for ever")

    def handle(self, *args: Any, **options: Any) -> None:
        while True:
            found = site_inspect()
            self.stdout.write(json.dumps(found.as_json()) if options["json"] else "\n".join(found.wrong or ["ok"]))
            well = not found.wrong
            if options["failed"]:
                well = alarm_tell(f"{options['failed']} failed", found.wrong)
            elif options["tell"]:
                well = tell(found, options["tell"])
            if not options["every"]:
                break
            connections.close_all()
            self.stdout.flush()
            time.sleep(options["every"])
        if not well:
            sys.exit(1)


def tell(found: Inspection, file: Path) -> bool:
    """Tell what changed. Returns False if no way took it; it is told next time."""
    told = Told.read(file).after_look(found.wrong)
    if told.must_tell(found.wrong):
        title = "something is wrong" if found.wrong else "all is well again"
        if not alarm_tell(title, found.wrong):
            told.write(file)
            return False
        told = told.after_telling(found.wrong)
    told.write(file)
    return True
