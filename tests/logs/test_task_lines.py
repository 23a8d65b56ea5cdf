"""A task's line has the id of the request that queued it, also over further tasks. Sweeps are silent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import transaction

from accounts.tracing.work import working
from games.health.sweep_ends import sweep_ends
from games.on_commit import strongest_line_is_due
from odinsite.celery import app
from tests.console import json_lines
from tests.embedded.running import wait_until
from tests.live.children import running

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]
WORKER = ("-m", "celery", "-A", "odinsite", "worker", "-c", "1", "--without-gossip", "--without-mingle")
BEAT = ("-m", "celery", "-q", "-A", "odinsite", "beat")


def test_a_task_has_the_id_of_what_queued_it_and_is_one_line(tmp_path: Path) -> None:
    app.control.purge()
    log = tmp_path / "worker.log"
    with running(*WORKER, log=log, LOG_FORMAT="json") as process:
        with working() as work, transaction.atomic():
            strongest_line_is_due(1)
        task = "games.tasks.strongest_line"
        wait_until(lambda: task in log.read_text() or process.poll() is not None, "the task's line")
    [line] = json_lines("\n".join(re.findall(r"^\{.*\}$", log.read_text(), re.MULTILINE)), "odin.task")
    assert (line["id"], line["task"], line["state"], line["level"]) == (work.id, task, "SUCCESS", "INFO")
    assert line["queries"] >= 1
    app.control.purge()


def swept(before: dict[str, float]) -> int:
    """The number of sweeps that have ended since."""
    return sum(end.at > before.get(end.name, 0) for end in sweep_ends())


def test_an_idle_sites_sweeps_are_no_lines(tmp_path: Path) -> None:
    app.control.purge()
    worker, beat = tmp_path / "worker.log", tmp_path / "beat.log"
    ready = {end.name: end.at for end in sweep_ends()}
    with (
        running(*WORKER, log=worker) as process,
        running(*BEAT, "--schedule", str(tmp_path / "schedule"), log=beat),
    ):
        wait_until(lambda: swept(ready) > 5 or process.poll() is not None, "sweeps")
    for log in (worker, beat):
        assert "sweep" not in log.read_text()
    app.control.purge()
