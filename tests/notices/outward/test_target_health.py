"""Webhooks and devices that fail: pauses, the end after three days, and the email about it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models import AccountMail, User
from games import tasks
from games.models import Game, Notice, PushSubscription, Webhook
from games.notices.outward import Undelivered
from games.notices.outward.errors import TooSlow
from games.notices.target_health import STOPPED_MAIL, target_failed, target_reached
from games.notices.webhooks import webhook_add
from tests.account_mails import mails_leave
from tests.notices.outward.server import Server
from tests.notices.outward.targets import make_notice, subscribe

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
BROKEN = Undelivered("the server answered: 500")
SLOW = TooSlow("the server didn’t answer in time")


@pytest.fixture
def webhook(alice: User, server: Server) -> Webhook:
    return webhook_add(user=alice, kind="json", address=server.address("/news?key=secret-word"))


def test_a_webhook_that_fails_for_three_days_is_switched_off_and_its_owner_is_mailed(
    webhook: Webhook, game: Game, alice: User
) -> None:
    notice = make_notice(game, alice, webhook=webhook)
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        for _failure in range(30):
            target_failed(notice=notice, failed=BROKEN)
            traveller.shift(DAY / 10 - timedelta(microseconds=1))
        webhook.refresh_from_db()
        assert (webhook.stopped_at, webhook.failures) == (None, 30)
        traveller.shift(timedelta(seconds=1))
        target_failed(notice=notice, failed=BROKEN)
        target_failed(notice=notice, failed=BROKEN)
        mails_leave()
    webhook.refresh_from_db()
    assert webhook.stopped_at is not None
    assert webhook.stopped_why == "it failed for three days. Last error: the server answered: 500"
    [told] = mail.outbox
    assert told.to == [alice.email]
    text = str(told.body)
    for words in (webhook.hint, "the server answered: 500", f"/settings/channels/webhooks/{webhook.pk}/"):
        assert words in text
    assert "secret-word" not in text


def test_a_success_begins_the_three_days_again(webhook: Webhook, game: Game, alice: User) -> None:
    notice = make_notice(game, alice, webhook=webhook)
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        target_failed(notice=notice, failed=BROKEN)
        traveller.shift(2 * DAY)
        target_reached(notice=notice)
        target_failed(notice=notice, failed=BROKEN)
        traveller.shift(2 * DAY)
        target_failed(notice=notice, failed=BROKEN)
    webhook.refresh_from_db()
    assert (webhook.stopped_at, webhook.failures) == (None, 2)


def test_what_is_gone_is_not_written_to_again(webhook: Webhook, server: Server, game: Game, alice: User) -> None:
    subscription = subscribe(alice, server.address("/push/word"))
    gone = Undelivered("gone", gone=True)
    target_failed(notice=make_notice(game, alice, webhook=webhook), failed=gone)
    target_failed(notice=make_notice(game, alice, subscription=subscription), failed=gone)
    webhook.refresh_from_db()
    assert webhook.stopped_why == "gone"
    assert not PushSubscription.objects.exists()
    assert AccountMail.objects.filter(kind=STOPPED_MAIL).count() == 1


def test_a_slow_server_rests_for_growing_pauses(webhook: Webhook, game: Game, alice: User) -> None:
    notice, rests = make_notice(game, alice, webhook=webhook), []
    with time_machine.travel(timezone.now(), tick=False):
        for _failure in range(7):
            target_failed(notice=notice, failed=SLOW)
            webhook.refresh_from_db()
            assert webhook.rests_until is not None
            rests.append((webhook.rests_until - timezone.now()) // timedelta(minutes=1))
    assert rests == [1, 5, 30, 120, 480, 480, 480]


def test_nothing_is_sent_to_a_slow_server_while_it_rests(
    webhook: Webhook, server: Server, game: Game, alice: User
) -> None:
    notice = make_notice(game, alice, Notice.Kind.OVER, webhook=webhook, attempts=0)
    target_failed(notice=notice, failed=SLOW)
    webhook.refresh_from_db()
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.WAITING)
    tasks.notice_deliver(notice.pk)
    notice.refresh_from_db()
    assert (notice.status, notice.due_at) == (Notice.Status.WAITING, webhook.rests_until)
    assert server.requests == []
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=True):
        tasks.notice_deliver(notice.pk)
    notice.refresh_from_db()
    webhook.refresh_from_db()
    assert (notice.status, len(server.requests)) == (Notice.Status.SENT, 1)
    assert (webhook.failures, webhook.rests_until) == (0, None)


def test_the_owner_reads_the_error_in_their_language(webhook: Webhook, server: Server, game: Game, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    notice = make_notice(game, alice, Notice.Kind.OVER, webhook=webhook, attempts=0)
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.WAITING)
    server.statuses = [410]
    tasks.notice_deliver(notice.pk)
    webhook.refresh_from_db()
    assert webhook.stopped_why == "der Server hat geantwortet: 410"
