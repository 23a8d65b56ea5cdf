"""Seats know whether their game is over, however its status changes. So lists of a person's games read no others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import User
from games.lobby.selectors import waiting_ids, waiting_seats
from games.models import Game, Seat
from games.play.clock.selectors import running_clocks
from tests.factories import make_game, seat_to_act

pytestmark = pytest.mark.django_db
PAST = 400


def open_seats(game: Game) -> set[bool]:
    return set(game.seats.values_list("is_open", flat=True))


@pytest.mark.parametrize("status", Game.Status.values)
def test_seats_are_open_unless_the_game_is_over(alice: User, bob: User, status: str) -> None:
    game, other = make_game([alice, bob]), make_game([alice, bob])
    assert open_seats(game) == {True}
    over = status in ("finished", "cancelled")
    Game.objects.filter(pk=game.pk).update(status=status, ended_at=timezone.now() if over else None)
    assert open_seats(game) == {not over}
    game.refresh_from_db()
    assert set(game.seats.values_list("ended_at", flat=True)) == {game.ended_at}
    assert open_seats(other) == {True}
    # A turn that ended the game may be taken back.
    Game.objects.filter(pk=game.pk).update(status="running", ended_at=None)
    assert open_seats(game) == {True}
    assert set(game.seats.values_list("ended_at", flat=True)) == {None}


def past_games(game: Game, people: list[User]) -> None:
    """Rows of PAST finished games of these people."""
    rows = []
    for _number in range(PAST):
        past = copy(game)
        past.pk, past.public_id, past.invite_token = None, get_random_string(10), get_random_string(20)
        past.anchor = get_random_string(64, "0123456789abcdef")
        past.status, past.ended_at, past.to_act = "finished", timezone.now(), None
        rows.append(past)
    Seat.objects.bulk_create(
        Seat(
            game=past,
            number=number,
            kind="person",
            user=user,
            held_by=user,
            joined_at=timezone.now(),
            is_open=False,
            ended_at=past.ended_at,
        )
        for past in Game.objects.bulk_create(rows)
        for number, user in enumerate(people)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_seat, games_game")


def seats_read(query: QuerySet[Any]) -> float:
    """The rows of seats that the query reads, with those that it drops."""

    def read(plan: Mapping[str, Any]) -> float:
        rows = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
        mine = rows * plan["Actual Loops"] if plan.get("Relation Name") == Seat._meta.db_table else 0
        return float(mine + sum(map(read, plan.get("Plans", ()))))

    [found] = json.loads(query.explain(format="json", analyze=True))
    return read(found["Plan"])


def test_games_of_the_past_are_not_read(alice: User, bob: User) -> None:
    game = make_game([alice, bob])
    player = seat_to_act(game).user
    assert waiting_ids(player) == {game.public_id}
    past_games(game, [alice, bob])
    assert waiting_ids(player) == {game.public_id}
    for query in (waiting_seats(player), running_clocks(player)):
        assert query.exists()
        assert seats_read(query) < 10
