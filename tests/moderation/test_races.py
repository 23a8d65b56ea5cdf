"""Moderators' acts race with turns and each other, in threads on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from games.engine import legal_turns
from games.lobby.services import NewGame
from games.models import Game, Move, TakeBack
from games.moderation.acts import game_cancel, game_pass, seat_to_person, turns_take_back
from games.moderation.errors import ActReason
from games.play import turn as play
from games.play.bot_turn import bot_turn_play
from tests.factories import make_person, make_staff, seat_to_act, state_of
from tests.games_laid import lay_game
from tests.moderation.moderator_acts import WHY, check_sound, hand_of, play_turns
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def turn_of(game: Game) -> Callable[[], object]:
    text = str(legal_turns(state_of(game))[0])
    user = seat_to_act(game).user
    return partial(play.turn_play, public_id=game.public_id, user=user, version=game.version, text=text)


def taking(game: Game, actor: User, keep: int) -> Callable[[], object]:
    return partial(turns_take_back, actor=actor, public_id=game.public_id, reason=WHY, hand=1, keep=keep)


@pytest.fixture
def people(db: None) -> list[User]:
    return [make_person("alice"), make_person("bob")]


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "moderator")


def test_a_turn_and_a_take_back_leave_one_history(people: list[User], moderator: User) -> None:
    for _round in range(3):
        game = lay_game(people, NewGame(seats=2, target=30))
        play_turns(game, 3)
        turn, taken = at_once(turn_of(game), taking(game, moderator, 1))
        assert taken == "accepted"
        assert turn in ("accepted", "stale_version")
        game.refresh_from_db()
        assert list(hand_of(game).moves.valid().values_list("number", flat=True)) == [1]
        assert Move.objects.filter(hand__game=game).count() == (4 if turn == "accepted" else 3)
        check_sound(game)


def test_of_two_moderators_one_takes_back(people: list[User], moderator: User) -> None:
    other = make_staff("other", "moderator")
    game = lay_game(people, NewGame(seats=2, target=30))
    play_turns(game, 4)
    outcomes = at_once(taking(game, moderator, 2), taking(game, other, 2))
    assert sorted(outcomes) == ["accepted", ActReason.NO_TURN]
    assert TakeBack.objects.count() == 1
    check_sound(game)


def test_a_bots_turn_that_was_thought_before_is_not_taken_after(people: list[User], moderator: User) -> None:
    game = lay_game(people, NewGame(seats=3, target=30, bots=["skald"]))
    while not game.bot_acts or Move.objects.filter(hand__game=game).count() < 2:
        play_turns(game, 1, seed=game.version)
    bot = partial(bot_turn_play, game_id=game.pk, version=game.version)
    keep = hand_of(game).turns_count - 1
    assert at_once(bot, taking(game, moderator, keep)) == ["accepted", "accepted"]
    game.refresh_from_db()
    assert hand_of(game).moves.valid().count() == keep
    assert bot_turn_play(game_id=game.pk, version=game.version - 1) is None
    check_sound(game)


def test_acts_on_one_game_wait_for_each_other(people: list[User], moderator: User) -> None:
    make_person("dora")
    other = make_staff("other", "moderator")
    game = lay_game(people, NewGame(seats=2, target=30))
    play_turns(game, 2)
    given = {"public_id": game.public_id, "reason": WHY}
    replacing = partial(seat_to_person, actor=moderator, seat=0, handle="dora", **given)
    assert game.to_act is not None
    passing = partial(game_pass, actor=other, seat=game.to_act, **given)
    cancelling = partial(game_cancel, actor=other, counts_for_rating=False, **given)
    outcomes = at_once(replacing, passing, cancelling, taking(game, moderator, 0))
    assert "database" not in outcomes
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    check_sound(game)


def test_one_person_gets_one_of_two_seats(people: list[User], moderator: User) -> None:
    make_person("dora")
    other = make_staff("other", "moderator")
    game = lay_game(people, NewGame(seats=2, target=30))
    given = {"public_id": game.public_id, "reason": WHY, "handle": "dora"}
    calls = [partial(seat_to_person, actor=who, seat=seat, **given) for who, seat in ((moderator, 0), (other, 1))]
    assert sorted(at_once(*calls)) == ["accepted", ActReason.SITS_HERE]
    assert game.seats.filter(user__handle="dora").count() == 1
