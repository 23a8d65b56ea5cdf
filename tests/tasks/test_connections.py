"""A worker's process keeps its database connection from task to task, as long as it is sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from odinsite.celery import app
from tests.embedded.running import wait_until
from tests.tasks.conftest import Workers

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

NAME = "odin-test-worker"
TASK = "games.tasks.bot_turn_play"


@contextmanager
def one_process(workers: Workers, **extra: str) -> Iterator[Workers]:
    with workers.start("--concurrency", "1", PGAPPNAME=NAME, **extra):
        yield workers


def did(workers: Workers, *arguments: int) -> None:
    """Queue a task and wait for its end. Without arguments it fails."""
    ended = re.compile(rf"Task {TASK}\S+ (succeeded|raised)")
    before = len(ended.findall(workers.log.read_text()))
    app.send_task(TASK, arguments)
    wait_until(lambda: len(ended.findall(workers.log.read_text())) > before, "the end of a task")


def backends() -> list[int]:
    """Process ids of PostgreSQL's ends of the worker's connections."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE application_name = %s", [NAME])
        return [pid for (pid,) in cursor.fetchall()]


def test_tasks_share_a_connection_until_the_server_drops_it_or_a_task_fails(workers: Workers) -> None:
    with one_process(workers):
        did(workers, 0, 0)
        (first,) = backends()
        did(workers, 0, 0)
        assert backends() == [first]
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
        did(workers, 0, 0)
        (second,) = backends()
        assert second != first
        did(workers)
        wait_until(lambda: backends() == [], "the end of a failed task's connection")
        did(workers, 0, 0)
        assert len(backends()) == 1
    assert workers.log.read_text().count(" raised ") == 1


def test_a_size_for_the_pool_of_the_web_process_does_not_concern_tasks(workers: Workers) -> None:
    with one_process(workers, DB_POOL_SIZE="20"):
        did(workers, 0, 0)
        (first,) = backends()
        did(workers, 0, 0)
        assert backends() == [first]
