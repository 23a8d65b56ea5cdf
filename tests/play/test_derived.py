"""Caches can be rebuilt from the moves, which never change."""

import random
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Hand, Move, Seat
from games.play.seats.resign import seat_resign
from tests.factories import make_person, play_out, take_turn
from tests.games_laid import game_at, game_before_end, lay_game, turn_next
from tests.recorded_games import Place, recording

pytestmark = pytest.mark.django_db


def rows_of(game: Game) -> list[dict[str, Any]]:
    tables: tuple[type[Model], ...] = (Game, Seat, Hand)
    found: list[dict[str, Any]] = []
    for table in tables:
        key = "pk" if table is Game else "game"
        found += list(table._default_manager.filter(**{key: game.pk}).order_by("pk").values())
    return found


def check_rebuild(game: Game) -> None:
    before = rows_of(game)
    call_command("rebuild", game.public_id)
    assert rows_of(game) == before


def test_rebuilding_changes_nothing(alice: User, bob: User, rng: random.Random) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, target=None, goat=True))
    for turns in (0, 7):
        for _turn in range(turns):
            take_turn(game, rng)
        check_rebuild(game)
    play_out(game, rng)
    check_rebuild(game)


@pytest.mark.parametrize(
    "recorded", ["target_10_of_three", "target_20_of_four_with_bot", "target_25_of_five", "target_10_of_six_with_bots"]
)
def test_rebuilding_changes_nothing_in_a_game_of_more(recorded: str) -> None:
    people = [make_person(f"player-{number}") for number in range(recording(recorded).people)]
    ended = game_before_end(people, recorded=recorded)
    turn_next(ended)
    assert ended.status == Game.Status.FINISHED
    check_rebuild(ended)
    for place in (Place(1, 7), Place(1, -1), Place(2, 0)):
        check_rebuild(game_at(people, place, recorded=recorded))


def test_rebuilding_keeps_the_end_by_resignation(alice: User, bob: User, rng: random.Random) -> None:
    game = lay_game([alice, bob])
    take_turn(game, rng)
    seat_resign(public_id=game.public_id, user=alice)
    check_rebuild(game)


def test_rebuilding_mends_what_was_damaged(alice: User, bob: User) -> None:
    game = game_at([alice, bob], Place(3, 2), recorded="target_30_of_two")
    before = rows_of(game)
    Seat.objects.filter(game=game).update(points=99, is_winner=True)
    Hand.objects.filter(game=game, number=1).update(points=[9, 9], turns_count=1)
    Hand.objects.filter(game=game, number=3).update(state={}, turns_count=77)
    Game.objects.filter(pk=game.pk).update(to_act=1 - (game.to_act or 0))
    call_command("rebuild", game.public_id)
    assert rows_of(game) == before


def test_rebuilding_an_unknown_game_says_so() -> None:
    with pytest.raises(CommandError, match="There is no game nowhere"):
        call_command("rebuild", "nowhere")


@pytest.mark.parametrize("sql", ["UPDATE games_move SET turn = 'pass'", "DELETE FROM games_move"])
def test_the_database_refuses_to_change_a_move(alice: User, bob: User, rng: random.Random, sql: str) -> None:
    game = lay_game([alice, bob])
    take_turn(game, rng)
    before = list(Move.objects.values())
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert list(Move.objects.values()) == before
