"""Names of bots at several seats, and results."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.live.viewer_state import view_open
from games.lobby.room import waiting_room
from games.lobby.services import NewGame
from games.lobby.words import result_words
from games.models import Game, Seat
from games.play.selectors import seat_names
from tests.clients import ClientOf
from tests.games_laid import lay_game
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db

NAMES = ["alice", "Berserker", "Berserker 2", "bob"]


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game in which one bot has two seats between two people."""
    return lay_game([alice, bob], NewGame(seats=4, name="Long night", bots=["berserker", "berserker"]))


def ended(game: Game, points: list[int], ending: Game.Ending) -> None:
    """End the game with these points. The fewest points win."""
    for seat, have in zip(game.seats.order_by("number"), points, strict=True):
        Seat.objects.filter(pk=seat.pk).update(points=have, is_winner=have == min(points))
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, ending=ending, ended_at=game.started_at, to_act=None
    )


def seats_of(game: Game) -> list[Seat]:
    return list(game.seats.select_related("user", "game").order_by("number"))


def test_seats_are_named_by_person_and_place(game: Game, alice: User) -> None:
    assert seat_names(seats_of(game)) == NAMES
    view, _watch = view_open(game.public_id, alice)
    assert [seat["name"] for seat in view["seats"]] == NAMES


def test_the_waiting_room_names_them_too(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=5, bots=["berserker", "berserker"]))
    assert [place.name for place in waiting_room(game, alice).places] == [*NAMES, ""]


def test_lists_of_games_name_them_too(game: Game, alice: User, client_of: ClientOf) -> None:
    words = words_of(client_of(alice).get(reverse("games:open"), {"show": "running"}))
    assert "alice: 0, Berserker: 0, Berserker 2: 0, bob: 0" in words


@pytest.mark.parametrize(
    ("points", "ending", "hers", "for_others"),
    [
        (
            [17, 10, 10, 20],
            "target",
            "Berserker and Berserker 2 shared the victory with 10 points, and you had 17",
            "Berserker and Berserker 2 shared the victory, 10 points to 17",
        ),
        (
            [17, 12, 10, 20],
            "target",
            "Berserker 2 won with 10 points, and you had 17",
            "Berserker 2 won, 10 points to 17",
        ),
        ([3, 10, 12, 20], "target", "Won with 3 points", "Won with 3 points"),
        ([3, 3, 12, 20], "target", "Shared the victory with 3 points", "Shared the victory with 3 points"),
        ([9, 9, 9, 4], "resigned", "bob won: everyone else resigned", "bob won: everyone else resigned"),
        ([0, 9, 9, 4], "resigned", "Won: everyone else resigned", "Won: everyone else resigned"),
    ],
)
def test_a_result_names_the_winner_and_the_way(
    game: Game, alice: User, points: list[int], ending: str, hers: str, for_others: str
) -> None:
    ended(game, points, Game.Ending(ending))
    mine = seats_of(game)[0]
    assert result_words(mine, alice) == hers
    assert result_words(mine).endswith(for_others)
