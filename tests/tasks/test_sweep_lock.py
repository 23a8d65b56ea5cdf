"""A sweep that already runs, on another connection to the database, does not run twice."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from celery import current_app
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.transactions.advisory_locks import Lock, lock_if_free
from games.lobby.services import NewGame, game_create
from games.models import Game
from odinsite.queue.sweeps import TIMETABLE

pytestmark = pytest.mark.django_db(transaction=True)


def run(name: str) -> None:
    """Run a sweep as its task does."""
    current_app.tasks[TIMETABLE[name]["task"]]()


@contextmanager
def held_elsewhere(name: str) -> Iterator[None]:
    """Another connection, in a thread of its own, holds a sweep's lock."""
    with ThreadPoolExecutor(max_workers=1) as other:
        lock = lock_if_free(Lock.SWEEP, name)
        try:
            assert other.submit(lock.__enter__).result()
            yield
            other.submit(lock.__exit__, None, None, None).result()
        finally:
            other.submit(connections.close_all).result()


@pytest.fixture
def forgotten(alice: User) -> Game:
    """An offer that nobody has joined for a month: a sweep's work."""
    game = game_create(host=alice, new=NewGame(seats=3))
    Game.objects.update(created_at=timezone.now() - timedelta(days=30))
    return game


def test_a_second_sweep_at_the_same_time_does_nothing(forgotten: Game) -> None:
    with held_elsewhere("offers_sweep"):
        run("offers_sweep")
        assert Game.objects.filter(pk=forgotten.pk, status=Game.Status.OPEN).exists()
    run("offers_sweep")
    assert not Game.objects.filter(pk=forgotten.pk, status=Game.Status.OPEN).exists()


def test_one_sweep_does_not_wait_for_another(forgotten: Game) -> None:
    with held_elsewhere("bots_sweep"):
        run("offers_sweep")
    assert not Game.objects.filter(pk=forgotten.pk, status=Game.Status.OPEN).exists()


def test_the_lock_is_given_back_also_after_an_error() -> None:
    for name in TIMETABLE:
        with pytest.raises(ZeroDivisionError), lock_if_free(Lock.SWEEP, name):
            raise ZeroDivisionError
        with held_elsewhere(name), lock_if_free(Lock.SWEEP, name) as held:
            assert not held


@pytest.mark.parametrize("name", sorted(TIMETABLE))
def test_every_sweep_has_one(name: str) -> None:
    """While another connection holds the lock, the task's only query is the one for the lock."""
    with held_elsewhere(name), CaptureQueriesContext(connection) as asked:
        run(name)
    assert len(asked) == 1
    assert "pg_try_advisory_lock" in asked[0]["sql"]
