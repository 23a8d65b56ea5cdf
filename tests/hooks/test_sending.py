"""Attempts, pauses, the end after three days, sending again, and forgetting."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.hooks.sending import LIFE, deliveries_forget, deliveries_queue, hooks_sweep
from games.hooks.services import delivery_again, hook_start, hook_stop, hook_test
from games.models import HookDelivery, OperatorHook
from games.restoring import games_rewind
from tests.account_mails import mails_leave
from tests.notices.outward.server import Server

pytestmark = pytest.mark.django_db


@pytest.fixture
def delivery(hook: OperatorHook, boss: User) -> HookDelivery:
    hook_test(actor=boss, hook_id=hook.pk, reason="To see it.")
    return HookDelivery.objects.get()


def now_due(delivery: HookDelivery) -> None:
    """Try again when the pause is over."""
    delivery.refresh_from_db()
    with time_machine.travel(delivery.due_at + timedelta(seconds=1), tick=True):
        deliveries_queue()
        tasks.hook_deliver(delivery.pk)
    delivery.refresh_from_db()


def test_a_test_arrives(server: Server, delivery: HookDelivery) -> None:
    tasks.hook_deliver(delivery.pk)
    tasks.hook_deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.answer) == ("sent", "200")
    [request] = server.requests
    assert request.headers["webhook-id"] == f"event-{delivery.pk}"


def test_what_fails_is_tried_again_after_growing_pauses(server: Server, delivery: HookDelivery) -> None:
    server.statuses, pauses = [503] * 6, []
    for _attempt in range(6):
        now_due(delivery)
        pauses.append((delivery.due_at - timezone.now()) // timedelta(minutes=1))
    assert (delivery.status, delivery.attempts, delivery.answer) == ("failed", 6, "503")
    assert delivery.reason == "the server answered: 503"
    assert len(server.requests) == 6
    assert len({request.headers["webhook-id"] for request in server.requests}) == 1
    assert pauses[:5] == sorted(pauses[:5])


def test_a_refused_event_is_not_tried_again(server: Server, delivery: HookDelivery) -> None:
    server.statuses = [400]
    tasks.hook_deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("failed", 1)


def test_a_hook_that_fails_for_three_days_is_switched_off_and_administrators_are_mailed(
    server: Server, hook: OperatorHook, delivery: HookDelivery, boss: User
) -> None:
    server.statuses = [500, 500]
    tasks.hook_deliver(delivery.pk)
    hook.refresh_from_db()
    assert (hook.failures, hook.stopped_at) == (1, None)
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=True):
        hook_test(actor=boss, hook_id=hook.pk, reason="x")
        tasks.hook_deliver(HookDelivery.objects.latest("pk").pk)
        mails_leave()
    hook.refresh_from_db()
    assert hook.stopped_why == "it failed for three days. Last error: the server answered: 500"
    assert set(HookDelivery.objects.values_list("status", flat=True)) == {"dropped"}
    [told] = mail.outbox
    assert told.to == [boss.email]
    text = str(told.body)
    for words in ("Watch", hook.hint, "the server answered: 500", f"/operatorhook/{hook.pk}/change/"):
        assert words in text
    assert "secret-word" not in text
    deliveries_queue()
    assert len(server.requests) == 2


def test_a_hook_that_is_started_again_gets_later_events(
    server: Server, hook: OperatorHook, delivery: HookDelivery, boss: User
) -> None:
    hook_stop(actor=boss, hook_id=hook.pk, reason="x")
    tasks.hook_deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.status, server.requests) == ("dropped", [])
    hook_start(actor=boss, hook_id=hook.pk, reason="x")
    delivery_again(actor=boss, delivery_id=delivery.pk, reason="x")
    tasks.hook_deliver(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.status == "sent"


def test_a_lost_task_is_queued_again_and_a_sent_event_is_not(server: Server, delivery: HookDelivery) -> None:
    assert deliveries_queue() == 1
    assert deliveries_queue() == 0
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=True):
        assert deliveries_queue() == 1
        tasks.hook_deliver(delivery.pk)
    with time_machine.travel(timezone.now() + timedelta(minutes=20), tick=True):
        assert deliveries_queue() == 0


def test_without_hooks_a_sweep_costs_two_queries() -> None:
    with CaptureQueriesContext(connection) as asked:
        assert hooks_sweep() == 0
    assert len([query for query in asked if "SELECT" in query["sql"]]) == 2


def test_deliveries_are_forgotten_after_a_month_in_slices(
    hook: OperatorHook, delivery: HookDelivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.transactions.slices.SLICE", 2)
    old = timezone.now() - LIFE - timedelta(days=1)
    for number in range(5):
        HookDelivery.objects.create(
            hook=hook, event="game.started", about=number, happened_at=old, due_at=old, status="failed"
        )
    assert deliveries_forget() == 5
    assert list(HookDelivery.objects.all()) == [delivery]


def test_a_restored_backup_sends_no_event_that_may_have_been_sent(hook: OperatorHook, delivery: HookDelivery) -> None:
    at = timezone.now() + timedelta(hours=1)
    games_rewind(taken_at=timezone.now(), at=at, shown={})
    hook.refresh_from_db()
    delivery.refresh_from_db()
    assert (delivery.status, delivery.reason, hook.read_until) == ("dropped", "we restored a backup", at)
