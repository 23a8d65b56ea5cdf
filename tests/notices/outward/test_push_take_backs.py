"""A device shows a turn once, however often the turn before it is taken back, and nothing after a log-out."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from accounts.models import User
from games.models import PushSubscription
from games.play.undo.services import turn_undo
from tests.clients import logged_in
from tests.games_laid import lay_slow_game
from tests.notices.outward.server import Server
from tests.notices.outward.targets import make_browser, subscribe, text_of
from tests.notices.test_take_backs import pass_time
from tests.play.slow_games import HOUR, actor_and_other, person_acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]


def test_play_and_take_back_reach_a_device_once(
    server: Server, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "3d")
    actor, waits = actor_and_other(game)
    subscribe(waits, server.address("/push/word"))
    person_acts(game)
    for _undo in range(3):
        pass_time(travel, game, timedelta(minutes=2))
        turn_undo(public_id=game.public_id, user=actor, version=game.version)
        game.refresh_from_db()
        pass_time(travel, game, timedelta(seconds=5))
        person_acts(game)
    pass_time(travel, game, HOUR)
    assert len(server.requests) == 1


def test_a_device_hears_nothing_after_its_log_out(
    server: Server, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "3d")
    waits = actor_and_other(game)[1]
    client, browser = logged_in(waits), make_browser()
    keys = {"endpoint": server.address("/push/word"), "p256dh": browser.p256dh, "auth": text_of(browser.auth)}
    assert client.post(reverse("games:push_subscribe"), keys).status_code == 200
    assert PushSubscription.objects.filter(user=waits).count() == 1
    client.post(reverse("account_logout"))
    person_acts(game)
    pass_time(travel, game, HOUR)
    assert server.requests == []
    assert not PushSubscription.objects.exists()
