"""More time for another seat: a day, once a turn."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
import time_machine

from accounts.models import User
from games.errors import NoSuchGame, Reason, Refused
from games.models import Game, Preferences, Seat
from games.play.bot_accounts import caretaker_user
from games.play.clock.extra_time import time_grant
from games.play.clock.pauses import pause_want
from games.play.errors import ExtraTimeReason, PlayReason
from games.play.seats.resign import seat_resign
from tests.factories import seat_to_act
from tests.games_laid import lay_slow_game
from tests.play.slow_games import DAY, HOUR, START, actor_and_other, clock_of, due_of, person_acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]


def grant(game: Game, user: User) -> None:
    time_grant(public_id=game.public_id, user=user, version=game.version)
    game.refresh_from_db()


def refused(game: Game, user: User) -> Reason:
    due = due_of(game)
    with pytest.raises(Refused) as refusal:
        grant(game, user)
    assert due_of(game) == due
    return refusal.value.reason


@pytest.mark.parametrize(("pace", "length"), [("8h", 8 * HOUR), ("1d", DAY), ("14d", 14 * DAY), ("none", 60 * DAY)])
def test_another_player_gives_a_day_more(
    alice: User, bob: User, travel: time_machine.Traveller, pace: str, length: timedelta
) -> None:
    game = lay_slow_game([alice, bob], pace)
    _acts, other = actor_and_other(game)
    version = game.version
    travel.move_to(START + 5 * HOUR)
    grant(game, other)
    assert due_of(game) == START + length + DAY
    assert clock_of(game).granted_by == other
    assert game.version == version


def test_time_is_given_once_a_turn(alice: User, bob: User, charlie: User) -> None:
    game = lay_slow_game([alice, bob, charlie])
    first, second = (person for person in (alice, bob, charlie) if person != seat_to_act(game).user)
    grant(game, first)
    assert refused(game, second) == ExtraTimeReason.ALREADY_GRANTED
    assert refused(game, first) == ExtraTimeReason.ALREADY_GRANTED
    person_acts(game)
    acts = seat_to_act(game).user
    grant(game, next(person for person in (alice, bob, charlie) if person != acts))
    assert due_of(game) == START + 2 * DAY


def test_a_pause_does_not_make_it_another_turn(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    _acts, other = actor_and_other(game)
    grant(game, other)
    for _change in ("pause", "go on"):
        for person in (alice, bob):
            pause_want(public_id=game.public_id, user=person, want=True)
        game.refresh_from_db()
        if game.status == Game.Status.PAUSED:
            assert refused(game, other) == PlayReason.NOT_RUNNING
    assert refused(game, other) == ExtraTimeReason.ALREADY_GRANTED
    assert due_of(game) == START + 2 * DAY


def test_where_waking_hours_count_a_day_is_a_waking_day(alice: User, bob: User) -> None:
    for person in (alice, bob):
        Preferences.objects.create(user=person, waking=[time(8), time(20)])
    game = lay_slow_game([alice, bob], "8h")
    _acts, other = actor_and_other(game)
    assert due_of(game) == START + 8 * HOUR
    grant(game, other)
    assert due_of(game) == START + DAY + 8 * HOUR


def test_players_cannot_give_time_to_themselves(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    assert refused(game, actor_and_other(game)[0]) == ExtraTimeReason.OWN_TIME


@pytest.mark.parametrize("pace", ["60s", "3m", "1h"])
def test_at_quick_paces_there_is_no_more_time(alice: User, bob: User, pace: str) -> None:
    game = lay_slow_game([alice, bob], pace)
    assert refused(game, actor_and_other(game)[1]) == ExtraTimeReason.NO_MORE_TIME


def test_bots_need_no_more_time(alice: User) -> None:
    game = lay_slow_game([alice], bots=["berserker", "skald"])
    while not game.bot_acts:
        person_acts(game)
    assert refused(game, alice) == ExtraTimeReason.BOT_TO_ACT


def test_only_active_players_give_time(alice: User, bob: User, charlie: User) -> None:
    game = lay_slow_game([alice, bob, charlie])
    acts = seat_to_act(game).user
    gone, away = (person for person in (alice, bob, charlie) if person != acts)
    seat_resign(public_id=game.public_id, user=gone)
    Seat.objects.filter(game=game, user=away).update(held_by=caretaker_user())
    game.refresh_from_db()
    assert refused(game, gone) == PlayReason.ALREADY_RESIGNED
    assert refused(game, away) == PlayReason.SEAT_NOT_HELD
    stranger = lay_slow_game([alice, bob])
    with pytest.raises(NoSuchGame):
        grant(stranger, charlie)


def test_the_turn_must_be_the_one_that_was_seen(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    person_acts(game)
    game.version -= 1
    assert refused(game, actor_and_other(game)[1]) == PlayReason.STALE_VERSION
