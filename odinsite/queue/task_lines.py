"""One line in the log for each task. A task has the id of the request or task that queued it."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from typing import Any, Final

from celery.signals import before_task_publish, task_postrun, task_prerun

from accounts.sweeps import SWEEPS
from accounts.tracing.lines import task_log
from accounts.tracing.spans import spans_sent
from accounts.tracing.work import Work, present_work, working

HEADER: Final = "odin_work"
# OpenTelemetry's name for the span.
PARENT: Final = "traceparent"
# The running task's block. A worker's process runs one at a time.
_running: Final[list[tuple[ExitStack, Work]]] = []


@before_task_publish.connect
def task_gets_id(headers: dict[str, Any], **_told: Any) -> None:
    work = present_work()
    if work is not None:
        headers[HEADER] = work.id
    spans = spans_sent()
    if spans is not None:
        headers[PARENT] = spans.traceparent()


@task_prerun.connect
def task_begins(task: Any, **_told: Any) -> None:
    block = ExitStack()
    work_id, parent = (getattr(task.request, name, None) or "" for name in (HEADER, PARENT))
    _running.append((block, block.enter_context(working(work_id, kind="consumer", parent=parent))))


@task_postrun.connect
def task_ends(task: Any, state: str | None = None, **_told: Any) -> None:
    """Log the task. Sweeps run several times a minute, and log what they find."""
    if _running:
        block, work = _running.pop()
        sweep = SWEEPS.get(task.name.rpartition(".")[2])
        is_sweep = sweep is not None and sweep.task == task.name
        task_log(work, task=task.name, state=state or "", level=logging.DEBUG if is_sweep else logging.INFO)
        block.close()
