"""`manage.py health` reports work that is late, though all processes send heartbeats."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from io import StringIO

import pytest
import redis
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from accounts.models import AccountMail, User
from accounts.sweeps import SWEEPS
from games.health.sweep_ends import KEY as ENDS
from games.health.sweep_ends import SLACK_S, sweep_end_record, sweep_ends, sweeps_expect
from games.models import Deadline, HookDelivery, Notice, OperatorHook
from games.moderation.dashboard import delays
from odinsite.celery import app
from odinsite.queue.sweeps import TIMETABLE
from tests.deploy.living_processes import living_processes
from tests.factories import make_game

pytestmark = pytest.mark.django_db
WAITS = "waits_sweep"


@pytest.fixture(autouse=True)
def living() -> Iterator[redis.Redis]:
    """All processes send heartbeats; no sweep has an end."""
    with living_processes() as server:
        yield server


def health() -> list[str]:
    printed = StringIO()
    with suppress(SystemExit):
        call_command("health", stdout=printed)
    return printed.getvalue().splitlines()


def end_set(server: redis.Redis, name: str, ago_s: float) -> None:
    every_s = SWEEPS[name].every.total_seconds()
    server.hset(ENDS, name, json.dumps({"at": time.time() - ago_s, "every_s": every_s}))


@pytest.mark.parametrize("name", ["REDIS_CACHE_URL", "REDIS_CHANNELS_URL"])
def test_a_redis_of_the_cache_or_of_live_updates_is_missed(name: str) -> None:
    assert health() == ["ok"]
    with override_settings(**{name: "redis://127.0.0.1:1/0"}):
        assert health() == [f"no answer from: redis ({name})"]
        with override_settings(REDIS_URL="redis://127.0.0.1:2/0"):
            assert health() == ["no answer from: redis (REDIS_URL)", f"no answer from: redis ({name})"]


def test_a_sweep_that_has_not_ended_for_long_is_late(living: redis.Redis) -> None:
    longest = 2 * SWEEPS[WAITS].every.total_seconds() + SLACK_S
    end_set(living, WAITS, longest - 5)
    assert health() == ["ok"]
    end_set(living, WAITS, longest + 5)
    assert health() == [f"the sweep {WAITS} last ended 5 min ago"]
    sweep_end_record(SWEEPS[WAITS])
    assert health() == ["ok"]


@pytest.mark.django_db(transaction=True)
def test_a_task_records_its_sweeps_end_unless_it_fails() -> None:
    """A test's transaction, once it has failed, would keep the sweep's lock for the session."""
    task = app.tasks["accounts.tasks.mails_queue"]
    task()
    assert [end.name for end in sweep_ends()] == ["mails_queue"]
    ended = sweep_ends()[0].at
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_accountmail RENAME TO gone")
        try:
            with pytest.raises(DatabaseError):
                task()
        finally:
            cursor.execute("ALTER TABLE gone RENAME TO accounts_accountmail")
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
        assert cursor.fetchone() == (0,)
    assert sweep_ends()[0].at == ended


def test_a_daily_sweep_may_be_two_days_old(living: redis.Redis) -> None:
    end_set(living, "guests_sweep", 2 * 86_400)
    assert health() == ["ok"]
    end_set(living, "guests_sweep", 2 * 86_400 + SLACK_S + 5)
    assert health() == ["the sweep guests_sweep last ended 2885 min ago"]


def test_the_clock_counts_from_now_what_is_unknown_or_in_the_future(living: redis.Redis) -> None:
    end_set(living, WAITS, -3600)
    end_set(living, "bots_sweep", 100)
    living.hset(ENDS, "removed_sweep", json.dumps({"at": 0, "every_s": 5}))
    assert [line.partition(" last ended ")[0] for line in health()] == ["the sweep removed_sweep"]
    sweeps_expect()
    ends = {end.name: end.age.total_seconds() for end in sweep_ends()}
    assert ends.keys() == TIMETABLE.keys()
    assert 100 <= ends.pop("bots_sweep") < 160
    assert all(0 <= age < 60 for age in ends.values())
    assert health() == ["ok"]


def test_games_and_messages_that_are_late_are_named_with_the_age_of_the_oldest(alice: User, bob: User) -> None:
    make_game([alice, bob])
    Notice.objects.all().delete()
    assert health() == ["ok"]
    past = timezone.now() - timedelta(minutes=30)
    Deadline.objects.update(next_at=past)
    assert health() == ["late clocks: 1, the oldest for 30 min"]


def test_mails_that_a_silent_server_does_not_take_are_named(alice: User) -> None:
    """Between two attempts they are not due."""
    now = timezone.now()
    facts = {"kind": "late", "due_at": now + timedelta(minutes=20), "expires_at": now + timedelta(days=2)}
    AccountMail.objects.create(user=alice, attempts=3, created_at=now - timedelta(minutes=14), **facts)
    AccountMail.objects.create(user=alice, attempts=1, created_at=now - timedelta(minutes=2), **facts)
    AccountMail.objects.create(user=alice, attempts=0, created_at=now - timedelta(minutes=50), **facts)
    assert health() == ["account emails that fail: 1, the oldest for 14 min"]
    with CaptureQueriesContext(connection) as asked:
        delays()
    assert len(asked) == 8


def test_deliveries_to_hooks_that_are_late_are_named() -> None:
    """Those of hooks that rest after failures, or are switched off, wait for good reason."""
    now = timezone.now()
    hooks = [
        OperatorHook.objects.create(name="hook", events=[], read_until=now, created_at=now, **facts)
        for facts in ({}, {"rests_until": now + timedelta(hours=1)}, {"stopped_at": now})
    ]
    late = now - timedelta(minutes=12)
    for hook in hooks:
        HookDelivery.objects.create(hook=hook, event="test", about=1, happened_at=late, due_at=late)
    HookDelivery.objects.create(hook=hooks[0], event="test", about=2, happened_at=late, due_at=now)
    sent = {"status": Notice.Status.SENT, "sent_at": late}
    HookDelivery.objects.create(hook=hooks[0], event="test", about=3, happened_at=late, due_at=late, **sent)
    assert health() == ["overdue deliveries to hooks: 1, the oldest for 12 min"]
    OperatorHook.objects.filter(pk=hooks[1].pk).update(rests_until=now - timedelta(minutes=5))
    assert health() == ["overdue deliveries to hooks: 2, the oldest for 12 min"]
