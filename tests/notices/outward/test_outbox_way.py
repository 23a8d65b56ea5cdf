"""The way from a turn through the outbox to the webhook and the device."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta

import http_ece
import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice, PushSubscription, Webhook
from games.notices.webhooks import webhook_add, webhook_remove
from games.tasks import notice_send
from tests.factories import seat_to_act, state_of
from tests.games_laid import lay_game
from tests.notices.outward.server import Server
from tests.notices.outward.targets import Browser, make_browser, subscribe

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Reachable:
    game: Game
    user: User
    webhook: Webhook
    browser: Browser

    def send(self) -> None:
        with time_machine.travel(timezone.now() + timedelta(minutes=10), tick=True):
            for notice in self.turn_notices():
                notice_send(notice.pk)

    def turn_notices(self) -> list[Notice]:
        ways = (Notice.Channel.PUSH, Notice.Channel.WEBHOOK)
        return list(Notice.objects.filter(user=self.user, kind=Notice.Kind.TURN, channel__in=ways).order_by("channel"))


@pytest.fixture
def reachable(server: Server, alice: User, bob: User) -> Reachable:
    browsers = {user: make_browser() for user in (alice, bob)}
    hooks = {}
    for user in (alice, bob):
        subscribe(user, server.address(f"/push/{user.handle}"), browsers[user])
        hooks[user] = webhook_add(user=user, kind="json", address=server.address(f"/hook/{user.handle}"))
    game = lay_game([alice, bob])
    acts = seat_to_act(game).user
    return Reachable(game, acts, hooks[acts], browsers[acts])


def test_a_turn_comes_to_each_once_and_holds_no_card(server: Server, reachable: Reachable) -> None:
    reachable.send()
    reachable.send()
    pushed, posted = sorted(server.requests, key=lambda request: request.path, reverse=True)
    assert [posted.path, pushed.path] == [f"/hook/{reachable.user.handle}", f"/push/{reachable.user.handle}"]
    opened = http_ece.decrypt(
        pushed.body, private_key=reachable.browser.private, auth_secret=reachable.browser.auth, version="aes128gcm"
    ).decode()
    told = json.loads(posted.body)
    assert json.loads(opened)["address"] in told["address"]
    assert told["version"] == reachable.game.version
    mine = {str(card) for cards in state_of(reachable.game).hands for card in cards}
    assert not any(f'"{card}' in text or f" {card}" in text for card in mine for text in (opened, posted.body.decode()))
    assert {notice.status for notice in reachable.turn_notices()} == {Notice.Status.SENT}


def test_what_a_server_cannot_take_now_is_sent_again_under_the_same_id(server: Server, reachable: Reachable) -> None:
    server.statuses = [503, 503]
    reachable.send()
    assert {notice.status for notice in reachable.turn_notices()} == {Notice.Status.WAITING}
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=True):
        reachable.send()
    ids = [json.loads(request.body)["id"] for request in server.requests if request.path.startswith("/hook")]
    assert len(ids) == 2
    assert len(set(ids)) == 1
    assert {notice.status for notice in reachable.turn_notices()} == {Notice.Status.SENT}


def test_a_device_that_is_gone_is_forgotten_and_a_webhook_switched_off(server: Server, reachable: Reachable) -> None:
    server.statuses = [410, 410]
    reachable.send()
    assert {notice.status for notice in reachable.turn_notices()} == {Notice.Status.FAILED}
    assert not PushSubscription.objects.filter(user=reachable.user).exists()
    reachable.webhook.refresh_from_db()
    assert reachable.webhook.stopped_why == "the server answered: 410"


def test_nothing_goes_to_what_was_removed_meanwhile(server: Server, reachable: Reachable) -> None:
    webhook_remove(user=reachable.user, webhook_id=reachable.webhook.pk)
    PushSubscription.objects.all().delete()
    reachable.send()
    assert server.requests == []
    assert {notice.status for notice in reachable.turn_notices()} == {Notice.Status.DROPPED}
