"""The marks in the wood say what the records say."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Game, Hand, Seat
from games.standing.marks import Notch, burnt_games, marks
from games.standing.score import results_of
from tests.clients import ClientOf
from tests.games_laid import finished_game
from tests.page_texts import main_of
from tests.standing.tables import finished_at, make_table

pytestmark = pytest.mark.django_db


def test_each_game_leaves_a_notch_in_its_winners_colour(alice: User, bob: User) -> None:
    table = make_table([alice, bob])
    first, second = finished_at(table, [alice, bob]), finished_at(table, [alice, bob])
    finished_game([alice, bob], recorded="single_hand_of_two")
    Seat.objects.filter(game=second).update(is_winner=True)
    winner = first.seats.get(is_winner=True).user_id
    made = marks(results_of(table), {second.pk}, {winner: "R"})
    assert made == [Notch("R", burnt=False), Notch("", burnt=True)]


def leave(game: Game, cards: str) -> None:
    """End the game's hand with these cards left to its second seat, for nine points."""
    hand = Hand.objects.get(game=game)
    empty = {"table": "", "table_seat": None, "discarded": "", "known": ["", ""], "beaten": "", "beaten_seat": None}
    state = hand.state | empty | {"hands": ["", cards], "picked_up": None, "goat": "X0" in cards, "colours": "BRPGKO"}
    Hand.objects.filter(pk=hand.pk).update(points=[0, 9], state=state)


def test_only_nine_cards_left_burn(alice: User, bob: User) -> None:
    table = make_table([alice, bob])
    game, other = finished_at(table, [alice, bob]), finished_at(table, [alice, bob])
    leave(game, "B9B8B7B6B5B4B3B2B1")
    # Nine points of five cards, one of them the goat.
    leave(other, "X0B4B3B2B1")
    assert burnt_games(table) == {game.pk}


def test_a_person_hides_the_marks(alice: User, bob: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob])
    finished_at(table, [alice, bob])
    page, act = reverse("games:standing", args=[table.public_id]), reverse("games:standing_act", args=[table.public_id])
    hers = client_of(alice)
    assert "1 notch, for each game" in main_of(hers.get(page))
    hers.post(act, {"act": "marks-off"})
    assert 'class="notch' not in main_of(hers.get(page))
    assert 'class="notch' in main_of(client_of(bob).get(page))
    hers.post(act, {"act": "marks-on"})
    assert 'class="notch' in main_of(hers.get(page))
