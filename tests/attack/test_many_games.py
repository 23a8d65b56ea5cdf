"""An account starts as many games against bots as it can, by public pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.lobby import limits
from games.lobby.errors import GameLimitReason
from games.lobby.limits import MAX_GAMES, MAX_NEW, MAX_NEW_A_DAY
from games.lobby.queue import queue_join
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame, game_create
from games.models import Game, LimitedAct, Seat
from games.play.seats.resign import seat_resign
from tests.clients import ClientOf
from tests.factories import make_person, play_out, rng_of
from tests.games_laid import finished_game, lay_game

pytestmark = pytest.mark.django_db
DEAD_REDIS = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "unix:///nowhere/redis.sock"}
}


@pytest.fixture
def client_of() -> ClientOf:
    def logged_in(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="accounts.sign_in.backends.PersonBackend")
        return client

    return logged_in


def begun_and_resigned(client: Client, tries: int) -> list[int]:
    """Start games against bots by one click and immediately resign; return the statuses."""
    statuses = []
    for _try in range(tries):
        answer = client.post(reverse("games:play_now"), {"script": "", "seats": "6", "bot": "skald"})
        statuses.append(answer.status_code)
        if answer.status_code == 302:
            assert client.post(f"{answer.headers['Location']}resign/", {"sure": "1"}).status_code == 302
    return statuses


def let_time_pass(span: timedelta) -> None:
    LimitedAct.objects.update(at=timezone.now() - span)


def test_a_script_soon_has_to_wait(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_NEW == 20
    monkeypatch.setattr(limits, "MAX_NEW", 3)
    statuses = begun_and_resigned(client_of(alice), 5)
    assert statuses == [302] * 3 + [429] * 2
    assert Seat.objects.filter(user=alice, resigned_at__isnull=False).count() == 3
    # Counted by account, and only for a time.
    assert begun_and_resigned(client_of(bob), 1) == [302]
    let_time_pass(limits.NEW_SPAN)
    assert begun_and_resigned(client_of(alice), 1) == [302]


def test_games_that_were_given_up_count_while_bots_play_on(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_GAMES", 3)
    assert MAX_GAMES == 200
    assert begun_and_resigned(client_of(alice), 5) == [302, 302, 302, 409, 409]
    assert Game.objects.filter(status=Game.Status.RUNNING).count() == 3


def test_a_day_has_a_limit_too(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_NEW_A_DAY == 100
    monkeypatch.setattr(limits, "MAX_NEW_A_DAY", 4)
    for _game in range(4):
        game_create(host=alice, new=NewGame(seats=2))
    let_time_pass(timedelta(hours=23))
    with pytest.raises(Refused, match=GameLimitReason.TOO_MANY_NEW_TODAY.value):
        game_create(host=alice, new=NewGame(seats=2))
    let_time_pass(timedelta(hours=25))
    game_create(host=alice, new=NewGame(seats=2))


def test_no_way_to_a_new_game_leads_around_it(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    over = finished_game([alice, bob], recorded="single_hand_of_two")
    paired = make_person("paired")
    assert queue_join(user=paired, seats=2) is None
    assert queue_join(user=alice, seats=2) is not None
    monkeypatch.setattr(limits, "MAX_NEW", 1)
    ways: list[Callable[[], object]] = [
        lambda: game_create(host=alice, new=NewGame(seats=2)),
        lambda: game_rematch(public_id=over.public_id, user=alice),
        lambda: queue_join(user=alice, seats=2),
    ]
    for begin in ways:
        with pytest.raises(Refused, match=GameLimitReason.TOO_MANY_NEW.value):
            begin()
    # Each paired player has started one game, and a cancelled one counts.
    with pytest.raises(Refused, match=GameLimitReason.TOO_MANY_NEW.value):
        game_create(host=paired, new=NewGame(seats=2))


def test_it_holds_while_redis_is_away(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_NEW", 2)
    cache.clear()
    with override_settings(CACHES=DEAD_REDIS):
        for _game in range(2):
            game_create(host=alice, new=NewGame(seats=2))
        with pytest.raises(Refused, match=GameLimitReason.TOO_MANY_NEW.value):
            game_create(host=alice, new=NewGame(seats=2))


def test_a_game_that_was_given_up_ends_among_bots(alice: User) -> None:
    game = lay_game([alice], NewGame(seats=3, bots=["skald", "skald"], target=None))
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    play_out(game, rng_of(5))
    assert game.status == Game.Status.FINISHED
