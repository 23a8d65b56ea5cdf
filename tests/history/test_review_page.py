"""The page of a review in each state, for the player alone."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, SeatReview
from games.web.card_words import spoken_cards
from tests.clients import ClientOf
from tests.games_laid import finished_game, lay_game
from tests.recorded_games import Place, recording

pytestmark = pytest.mark.django_db

COSTLY = {"hand": 1, "number": 4, "place": 3, "turn": "pass", "best": "R6B6<R5", "loss": 1.34, "options": 4}
TURNS = [
    {"hand": 1, "number": 1, "place": 1, "turn": "B5", "best": "B5", "loss": 0.0, "options": 9},
    COSTLY | {"expected": 2.5},
    {"hand": 2, "number": 2, "place": 2, "turn": "K9<O1", "best": "pass", "loss": 0.2, "options": 2},
    {"hand": 2, "number": 4, "place": 4, "turn": "pass", "best": "pass", "loss": 0.0, "options": 1},
]


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="single_hand_of_two")


def page(client: Client, game: Game) -> str:
    return client.get(f"/g/{game.public_id}/review/").content.decode()


def review(game: Game, user: User, **fields: object) -> SeatReview:
    seat = game.seats.get(user=user).number
    return SeatReview.objects.create(game=game, seat=seat, bot="berserker", asked_at=timezone.now(), **fields)


def test_it_is_asked_for_and_shows_how_far_it_is(game: Game, alice: User, client_of: ClientOf) -> None:
    alices = client_of(alice)
    address = f"/g/{game.public_id}/review/"
    assert "Review your turns" in page(alices, game)
    table = alices.get(f"/g/{game.public_id}/").content.decode()
    assert re.search(rf'<form method="post" action="{address}">[^/]*<button[^>]*id="to-review"', table), "in one press"
    answer = alices.post(address)
    assert (answer.status_code, answer["Location"]) == (302, f"/g/{game.public_id}/review/")
    row = SeatReview.objects.get()
    row.turns = TURNS[:1]
    row.save()
    shown = page(alices, game)
    assert "The bot is reviewing your turns." in shown
    assert 'value="1"' in shown
    assert "Costliest turns" not in shown


def test_it_tells_the_turns_that_mattered_and_how_sure_that_is(game: Game, alice: User, client_of: ClientOf) -> None:
    row = review(game, alice, turns=TURNS, status="done", done_at=timezone.now())
    shown = page(client_of(alice), game)
    assert "You had a choice in 3 turns. In 2 you did as well" in shown
    assert "The other one cost you about 1.3 points." in " ".join(shown.split())
    # What is expected after either turn, and why the bot's is better.
    assert re.findall(r"Expected points: (\d\.\d)", shown) == ["3.8", "2.5"]
    assert '<p class="review-reason">Play 66' in shown
    # Differences within chance are not blamed.
    assert "about 0.2" not in shown
    assert f"/g/{game.public_id}/replay/?seat={row.seat}&amp;hand=1&amp;turn=3" in shown
    assert "red 6 and blue 6, picked up red 5" in shown.replace("blue 6 and red 6", "red 6 and blue 6")
    assert "How reliable is this?" in shown
    # What the player saw at that turn.
    state = dict(recording("single_hand_of_two").moments())[Place(1, 2)]
    for cards in (state.table, state.hands[row.seat]):
        assert f'<span class="visually-hidden">{spoken_cards(cards)}</span>' in shown
    assert "Costs are estimates" in shown
    assert "chart-bar" in shown
    # Bars and lines link to each other by hand and turn.
    assert re.findall(r'<a id="(bar-turn-\d-\d)" href="([^"]+)"', shown)[1] == ("bar-turn-1-3", "#turn-1-3")
    assert '<li id="turn-1-3">' in shown
    assert 'href="#bar-turn-1-3"' in shown
    assert re.findall(r'class="chart-label"[^>]*>([^<]+)<', shown) == ["1", "2"]


def test_what_turns_cost_is_never_more_than_the_dearest_of_them(game: Game, alice: User, client_of: ClientOf) -> None:
    """Each cost assumes that the bot plays on, so their sum could be more than the game's points."""
    losses = (6.5, 5.5, 4.5, 4.5, 4.5)
    costly = [COSTLY | {"number": 2 * at, "place": at, "loss": loss} for at, loss in enumerate(losses, start=1)]
    review(game, alice, turns=[TURNS[0], *costly], status="done", done_at=timezone.now())
    shown = page(client_of(alice), game)
    assert "The others cost you about 5.1 points each on average." in " ".join(shown.split())
    told = [float(points) for points in re.findall(r"about (\d+\.\d) points", shown)]
    assert max(told) == max(losses)
    assert "Costs don’t add up" in shown


def test_it_tells_the_ten_dearest_and_says_of_how_many(game: Game, alice: User, client_of: ClientOf) -> None:
    costly = [TURNS[1] | {"number": 2 * at, "place": at, "loss": 1.0 + at} for at in range(1, 13)]
    row = review(game, alice, turns=costly[:10], status="done", done_at=timezone.now())
    shown = page(client_of(alice), game)
    assert shown.count('<li id="turn-') == 10
    assert "The chart shows all" not in shown
    row.turns = costly
    row.save()
    shown = page(client_of(alice), game)
    assert "Showing 10 of 12. The chart shows them all." in shown
    assert re.findall(r'<li id="turn-1-(\d+)"', shown) == [str(place) for place in range(12, 2, -1)]


def test_one_that_failed_can_be_asked_for_again(game: Game, alice: User, client_of: ClientOf) -> None:
    row = review(game, alice, status="failed", tries=5)
    alices = client_of(alice)
    assert "The review failed." in page(alices, game)
    alices.post(f"/g/{game.public_id}/review/")
    row.refresh_from_db()
    assert row.status == SeatReview.Status.ASKED


def test_others_do_not_see_it(game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    review(game, alice, turns=TURNS, status="done", done_at=timezone.now())
    assert "about 1.3 points" not in page(client_of(bob), game)
    assert client_of(charlie).get(f"/g/{game.public_id}/review/").status_code == 404
    assert client_of(charlie).post(f"/g/{game.public_id}/review/").status_code == 404
    assert Client().get(f"/g/{game.public_id}/review/").status_code == 302


def test_a_running_game_has_none(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    assert client_of(alice).get(f"/g/{game.public_id}/review/").status_code == 404
    assert client_of(alice).post(f"/g/{game.public_id}/review/").status_code == 302
    assert not SeatReview.objects.exists()
