"""More time for another seat: a day, once a turn."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from datetime import time, timedelta

import pytest
import time_machine

from accounts.models import User
from games.errors import NoSuchGame, Reason, Refused
from games.models import Game, Preferences, Seat
from games.moderation.acts import game_extend, game_pause, game_resume, seat_to_bot, turns_take_back
from games.play.bot_accounts import caretaker_user
from games.play.errors import ExtraTimeReason, PlayReason, TurnRefused
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.undo.services import turn_undo
from games.play.undo_rights import MAX_UNDOS_A_HAND
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from tests.factories import make_staff, seat_to_act
from tests.games_laid import lay_slow_game
from tests.moderation.moderator_acts import act, hand_of
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


def test_a_turn_taken_back_is_the_same_turn(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    actor, other = actor_and_other(game)
    grant(game, other)
    for _undo in range(MAX_UNDOS_A_HAND):
        travel.shift(HOUR)
        person_acts(game)
        turn_undo(public_id=game.public_id, user=actor, version=game.version)
        game.refresh_from_db()
        assert refused(game, other) == ExtraTimeReason.ALREADY_GRANTED
    assert (due_of(game), clock_of(game).granted_by) == (START + 2 * DAY, other)


def test_the_turn_after_one_taken_back_is_another(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    actor, other = actor_and_other(game)
    for _time in range(2):
        person_acts(game)
        grant(game, actor)
        assert refused(game, actor) == ExtraTimeReason.ALREADY_GRANTED
        assert due_of(game) == START + 2 * DAY
        turn_undo(public_id=game.public_id, user=actor, version=game.version)
        game.refresh_from_db()
    assert due_of(game) == START + DAY
    grant(game, other)


def test_a_turn_that_begins_again_keeps_its_extra_time(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    """It begins again by a moderator's take-back, over several turns, and by a bot in between."""
    game = lay_slow_game([alice, bob])
    judge = make_staff("judge", "moderator")
    for _turn in range(3):
        grant(game, actor_and_other(game)[1])
        person_acts(game)
    for keep in (2, 1, 0):
        travel.shift(HOUR)
        act(game, turns_take_back, actor=judge, hand=1, keep=keep)
        actor, other = actor_and_other(game)
        assert refused(game, other) == ExtraTimeReason.ALREADY_GRANTED
        assert (clock_of(game).granted_by, due_of(game)) == (other, clock_of(game).since + 2 * DAY)
    act(game, seat_to_bot, actor=judge, seat=seat_to_act(game).number)
    seat_return(public_id=game.public_id, user=actor)
    game.refresh_from_db()
    assert refused(game, other) == ExtraTimeReason.ALREADY_GRANTED
    assert due_of(game) == clock_of(game).since + 2 * DAY


def test_in_a_pause_a_bot_in_between_does_not_make_it_another_turn(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    judge = make_staff("judge", "moderator")
    actor, other = actor_and_other(game)
    grant(game, other)
    act(game, game_pause, actor=judge)
    act(game, seat_to_bot, actor=judge, seat=seat_to_act(game).number)
    seat_return(public_id=game.public_id, user=actor)
    act(game, game_resume, actor=judge)
    assert refused(game, other) == ExtraTimeReason.ALREADY_GRANTED


def test_a_moderators_hours_are_kept_too(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    judge = make_staff("judge", "moderator")
    act(game, game_extend, actor=judge, hours=3)
    act(game, game_extend, actor=judge, hours=4)
    _acts, other = actor_and_other(game)
    assert refused(game, other) == ExtraTimeReason.ALREADY_GRANTED
    person_acts(game)
    act(game, turns_take_back, actor=judge, hand=1, keep=0)
    assert (due_of(game), refused(game, other)) == (START + DAY + 7 * HOUR, ExtraTimeReason.ALREADY_GRANTED)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_a_turn_gets_extra_time_once(seed: int, alice: User, bob: User) -> None:
    """A turn is what follows the turns that count."""
    game, rng, given = lay_slow_game([alice, bob]), random.Random(seed), Counter[tuple[int, ...]]()
    judge = make_staff("judge", "moderator")
    for _step in range(80):
        actor, other = actor_and_other(game)
        before = tuple(hand_of(game).moves.valid().order_by("number").values_list("number", flat=True))
        with suppress(Refused, NoSuchGame, TurnRefused):
            match rng.choice(["grant", "play", "grant", "play", "undo", "back", "pause", "bot"]):
                case "grant":
                    grant(game, other)
                    given[before] += 1
                case "play":
                    person_acts(game)
                case "undo":
                    turn_undo(public_id=game.public_id, user=other, version=game.version)
                case "back":
                    keep = rng.choice([0, *before[:-1]])
                    act(game, turns_take_back, actor=judge, hand=hand_of(game).number, keep=keep)
                case "pause":
                    act(game, game_pause if game.status == Game.Status.RUNNING else game_resume, actor=judge)
                case "bot":
                    act(game, seat_to_bot, actor=judge, seat=game.to_act)
                    seat_return(public_id=game.public_id, user=actor)
        game.refresh_from_db()
        if game.status == Game.Status.PAUSED and rng.randrange(2):
            act(game, game_resume, actor=judge)
    assert max(given.values()) == 1
    assert len(given) > 2


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
