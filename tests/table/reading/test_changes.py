"""Changes that raise a game's version, as the reading of its rows relies on (games.table.reading.rows)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Seat
from games.play.seats.resign import seat_resign
from games.play.selectors import visible_game
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.turn import turn_play
from games.play.undo.services import turn_undo
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from games.table import TableView, table_view
from tests.factories import any_turn, rng_of, seat_to_act
from tests.games_laid import lay_game

# Pages cache views only outside transactions.
pytestmark = pytest.mark.django_db(transaction=True)
Change = Callable[[Game, Seat, Seat], object]


def wish(game: Game, _acts: Seat, other: Seat) -> None:
    pause_want(public_id=game.public_id, user=other.user, want=True)


def more_time(game: Game, _acts: Seat, other: Seat) -> None:
    time_grant(public_id=game.public_id, user=other.user)


def plan(game: Game, _acts: Seat, other: Seat) -> None:
    orders_set(public_id=game.public_id, user=other.user, order=Order(OrderKind.PICKUP, pickup="high"))


def turn(game: Game, acts: Seat, _other: Seat) -> None:
    text = str(any_turn(game, rng_of(1)))
    turn_play(public_id=game.public_id, user=acts.user, version=game.version, text=text)


def turn_taken_back(game: Game, acts: Seat, other: Seat) -> None:
    turn(game, acts, other)
    turn_undo(public_id=game.public_id, user=acts.user)


def pause(game: Game, acts: Seat, other: Seat) -> None:
    for seat in (acts, other):
        pause_want(public_id=game.public_id, user=seat.user, want=True)


def resign(game: Game, acts: Seat, _other: Seat) -> None:
    seat_resign(public_id=game.public_id, user=acts.user)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, pace="1d"))


def made(change: Change, game: Game) -> tuple[int, TableView, TableView]:
    """Carry out the change. Returns how much the version rose, and the views of the owner of the other seat before and
    after.
    """
    acts = seat_to_act(game)
    other = game.seats.select_related("user", "held_by").exclude(pk=acts.pk).get()
    views = [table_view(visible_game(game.public_id, other.user), other.user)]
    change(game, acts, other)
    views.append(table_view(visible_game(game.public_id, other.user), other.user))
    return Game.objects.get(pk=game.pk).version - game.version, *views  # type: ignore[return-value]


@pytest.mark.parametrize("change", [wish, more_time, plan], ids=lambda change: change.__name__)
def test_a_change_of_one_row_leaves_the_version_and_shows_at_once(change: Change, game: Game) -> None:
    rose, before, after = made(change, game)
    assert rose == 0
    assert before != after


@pytest.mark.parametrize("change", [turn, turn_taken_back, pause, resign], ids=lambda change: change.__name__)
def test_a_change_of_several_rows_raises_it(change: Change, game: Game) -> None:
    rose, before, after = made(change, game)
    assert rose > 0
    assert before != after
