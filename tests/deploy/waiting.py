"""`python -m tests.deploy.waiting FOLDER`: the worker of `up` without sweeps, whose tasks wait.

The task `tests.wait` touches the file NAME in the folder and ends when NAME.end is there. While there is a file
`broken`, a new connection to Redis raises an error that no code expects.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
django.setup()

from celery import bootsteps  # noqa: E402

from odinsite.celery import app  # noqa: E402
from odinsite.queue import __main__ as queue  # noqa: E402
from odinsite.queue import worker  # noqa: E402

NO_LIMIT_S = 3600


@app.task(name="tests.wait", soft_time_limit=NO_LIMIT_S, time_limit=NO_LIMIT_S)
def wait(place: str) -> None:
    Path(place).touch()
    while not Path(f"{place}.end").exists():
        time.sleep(0.05)


class Broken(bootsteps.StartStopStep):
    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        if (folder / "broken").exists():
            raise RuntimeError("broken")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    worker.PATIENCE_S = 1.0
    app.steps["consumer"].add(Broken)
    app.loader.import_default_modules()
    app.conf.beat_schedule = {}
    sys.exit(queue.main(str(folder / "timetable")))
