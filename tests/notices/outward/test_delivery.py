"""Delivery of a notification to a real server and back."""

from __future__ import annotations

import json
import logging

import pytest
import time_machine
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games import tasks
from games.errors import Refused
from games.models import Game, PushSubscription, Webhook
from games.models.channels import TEST_TIMEOUT
from games.notices.errors import ChannelReason
from games.notices.outward import Undelivered, deliver, notice_news
from games.notices.target_health import target_failed
from games.notices.webhooks import webhook_add, webhook_test
from games.outbox.channels import own_webhooks
from tests.notices.outward.server import Server
from tests.notices.outward.targets import make_notice, subscribe

pytestmark = pytest.mark.django_db


@pytest.fixture
def webhook(alice: User, server: Server) -> Webhook:
    return webhook_add(user=alice, kind="json", address=server.address("/news?key=secret-word"))


def failure(notice_of: Webhook | PushSubscription, game: Game, user: User) -> Undelivered:
    if isinstance(notice_of, Webhook):
        notice = make_notice(game, user, webhook=notice_of)
    else:
        notice = make_notice(game, user, subscription=notice_of)
    with pytest.raises(Undelivered) as raised:
        deliver(notice, notice_news(notice))
    notice.delete()
    return raised.value


def test_a_notice_arrives_at_a_webhook(server: Server, webhook: Webhook, game: Game, alice: User) -> None:
    notice = make_notice(game, alice, webhook=webhook)
    deliver(notice, notice_news(notice))
    [request] = server.requests
    content = json.loads(request.body)
    assert (content["game"], content["version"]) == (game.public_id, game.version)


def test_a_notice_arrives_at_a_device_sealed(server: Server, game: Game, alice: User) -> None:
    notice = make_notice(game, alice, subscription=subscribe(alice, server.address("/push/word")))
    deliver(notice, notice_news(notice))
    [request] = server.requests
    assert game.title.encode() not in request.body
    assert request.headers["Authorization"].startswith("vapid t=")
    assert request.headers["TTL"]


@pytest.mark.parametrize(
    ("status", "fate"),
    [(301, "never"), (400, "never"), (403, "never"), (404, "gone"), (408, "later"), (410, "gone"), (413, "never"),
     (429, "later"), (500, "later"), (503, "later")],
)  # fmt: skip
def test_an_answer_says_whether_to_try_again(
    server: Server, webhook: Webhook, game: Game, alice: User, status: int, fate: str
) -> None:
    server.statuses = [status, status]
    for target in (webhook, subscribe(alice, server.address("/push/word"))):
        failed = failure(target, game, alice)
        assert (failed.permanent, failed.gone) == (fate != "later", fate == "gone")
        assert "secret-word" not in failed.reason
        assert "localhost" not in failed.reason


def test_a_refused_connection_is_tried_again(server: Server, webhook: Webhook, game: Game, alice: User) -> None:
    server.shutdown()
    server.socket.close()
    assert not failure(webhook, game, alice).permanent


def test_what_was_removed_meanwhile_is_gone(game: Game, alice: User) -> None:
    notice = make_notice(game, alice)
    with pytest.raises(Undelivered) as raised:
        deliver(notice, notice_news(notice))
    assert raised.value.gone


def test_delivery_with_a_lost_key_fails_without_a_request(
    server: Server, webhook: Webhook, game: Game, alice: User, settings: Settings
) -> None:
    settings.CHAIN_KEYS = ["9k1Yb0m8wZc2v5LrT7xQe4uJ6sNfHgPdAoRiKtXyBzE="]
    failed = failure(webhook, game, alice)
    assert failed.gone
    assert "can no longer read the address" in failed.reason
    assert server.requests == []


def test_without_a_key_for_push_nothing_is_sent(server: Server, game: Game, alice: User, settings: Settings) -> None:
    subscription = subscribe(alice, server.address("/push/word"))
    settings.VAPID_PRIVATE_KEY = ""
    assert failure(subscription, game, alice).permanent
    assert server.requests == []


def test_a_test_arrives_and_the_page_shows_its_outcome(server: Server, webhook: Webhook, alice: User) -> None:
    webhook_test(user=alice, webhook_id=webhook.pk)
    assert own_webhooks(alice)[0].testing
    tasks.webhook_test(webhook.pk)
    tasks.webhook_test(webhook.pk)
    [line] = own_webhooks(alice)
    assert (line.testing, line.test_worked, line.test_outcome) == (False, True, "it arrived")
    [request] = server.requests
    assert json.loads(request.body)["kind"] == "test"


def test_a_test_that_fails_says_why_and_one_that_works_switches_on_again(
    server: Server, webhook: Webhook, alice: User, game: Game
) -> None:
    target_failed(notice=make_notice(game, alice, webhook=webhook), failed=Undelivered("gone", gone=True))
    server.statuses = [500]
    webhook_test(user=alice, webhook_id=webhook.pk)
    tasks.webhook_test(webhook.pk)
    [line] = own_webhooks(alice)
    assert (line.test_worked, line.test_outcome) == (False, "the server answered: 500")
    assert line.stopped_at is not None
    with time_machine.travel(timezone.now() + TEST_TIMEOUT, tick=True):
        webhook_test(user=alice, webhook_id=webhook.pk)
        tasks.webhook_test(webhook.pk)
    assert own_webhooks(alice)[0].stopped_at is None


def test_a_webhook_is_tested_once_a_minute_however_that_went(server: Server, webhook: Webhook, alice: User) -> None:
    with time_machine.travel(timezone.now(), tick=True) as traveller:
        for _test in range(2):
            webhook_test(user=alice, webhook_id=webhook.pk)
            tasks.webhook_test(webhook.pk)
            assert own_webhooks(alice)[0].test_worked
            with pytest.raises(Refused) as refused:
                webhook_test(user=alice, webhook_id=webhook.pk)
            assert refused.value.reason == ChannelReason.TESTED_LATELY
            assert 0 < refused.value.retry_s <= 60
            traveller.shift(TEST_TIMEOUT)
    assert len(server.requests) == 2


def test_no_log_or_rows_text_contains_an_address(
    server: Server, webhook: Webhook, game: Game, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    subscription = subscribe(alice, server.address("/push/secret-word"))
    with caplog.at_level(logging.DEBUG):
        server.statuses = [500, 500]
        failure(webhook, game, alice)
        failure(subscription, game, alice)
        webhook_test(user=alice, webhook_id=webhook.pk)
        tasks.webhook_test(webhook.pk)
    shown = caplog.text + str(webhook) + repr(webhook) + str(subscription) + repr(subscription)
    assert "secret-word" not in shown
    for row in (webhook, subscription):
        row.refresh_from_db()
        assert all(b"secret-word" not in str(value).encode() for value in vars(row).values())


def test_the_same_browser_is_one_device(alice: User, bob: User, server: Server) -> None:
    first = subscribe(alice, server.address("/push/word"))
    again = subscribe(alice, server.address("/push/word"))
    assert first.pk == again.pk
    theirs = subscribe(bob, server.address("/push/word"))
    assert [row.user for row in PushSubscription.objects.all()] == [bob]
    assert theirs.pk != first.pk
