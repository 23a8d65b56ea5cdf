"""Planned sets on a game's page: the bar that plans them, and the sentence about them."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, StandingOrders
from games.play.standing_orders import Order, OrderKind
from tests.clients import ClientOf
from tests.games_laid.cards import lay
from tests.page_texts import words_of
from tests.table.planned.planning import FETCH, order, post, shown, two_fives
from tests.table.tables import game_url, text_of


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return two_fives(alice, bob, charlie)


def plan(cards: str, pickup: str) -> Order:
    return Order(OrderKind.SET, hand=1, cards=cards, pickup=pickup)


def test_the_bar_plans_the_chosen_cards(game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    address = reverse("games:orders", args=[game.public_id])
    for waits in (bob, charlie):
        page = text_of(client_of(waits).get(game_url("table", game)))
        assert f'name="order" value="set" formaction="{address}"' in page
        assert '<input type="hidden" name="hand" value="1">' in page
        assert '<option value="bot" selected>the best for me</option>' in page
        assert '<option value="5">5 first</option>' in page
        assert 'id="pickup"' not in page
    assert 'id="arm"' not in text_of(client_of(alice).get(game_url("table", game)))


def test_the_bar_offers_the_rule_of_the_set_planned_last(game: Game, bob: User, client_of: ClientOf) -> None:
    order(game, bob, Order(OrderKind.PICKUP, pickup="low"))
    assert '<option value="low" selected>the lowest number</option>' in bar_of(client_of(bob), game)
    order(game, bob, Order(OrderKind.SET, hand=1, cards="G3", pickup="K"))
    assert '<option value="K" selected>black first</option>' in bar_of(client_of(bob), game)


def bar_of(client: Client, game: Game) -> str:
    found = re.search(r'<div class="bar-arm.*?</div>', text_of(client.get(game_url("table", game))), re.DOTALL)
    assert found is not None
    return found[0]


def test_the_plan_is_a_sentence_and_says_what_it_would_do_now(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    client = client_of(bob)
    order(game, bob, plan("R7B7", "R"), plan("G3", "high"))
    page = words_of(client.get(game_url("table", game)))
    assert page.count("On your turn: 77, else 3, else you choose.") == 2
    assert "Right now, 77 would beat 55, and you’d pick up red 5." in page
    post(client, game, {"order": "otherwise"})
    assert "On your turn: 77, else 3, else pass." in words_of(client.get(game_url("table", game)))
    post(client, game, {"order": "set", "set": "B7R7"}, "orders_cancel")
    page = words_of(client.get(game_url("table", game)))
    assert "On your turn: 3, else pass." in page
    assert "Right now, nothing planned would beat 55." in page


def test_the_plan_leaves_open_what_the_bot_picks_up(game: Game, bob: User, client_of: ClientOf) -> None:
    order(game, bob, plan("R7B7", "bot"))
    page = words_of(client_of(bob).get(game_url("table", game)))
    assert "Right now, 77 would beat 55." in page
    assert "Pick up: the best for me (Jarl)" in page


def test_the_plan_says_that_it_would_go_out(game: Game, bob: User, client_of: ClientOf) -> None:
    lay(game, "R6 B6 K9", "R7 B7", "O1 O2", to_act=0, table="R5B5", table_seat=2)
    order(game, bob, plan("R7B7", "bot"))
    page = words_of(client_of(bob).get(game_url("table", game)))
    assert "Right now, 77 would beat 55, and you’d go out." in page


def test_over_ones_own_set_a_plan_has_nothing_to_do_now(game: Game, charlie: User, client_of: ClientOf) -> None:
    order(game, charlie, plan("O2", "bot"))
    page = words_of(client_of(charlie).get(game_url("table", game)))
    assert "On your turn: 2, else you choose." in page
    assert "Right now" not in page


def test_sets_move_up_and_go_by_forms_without_the_script(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    for cards in (["R7", "B7"], ["G3"], ["P1"]):
        post(client, game, {"order": "set", "hand": 1, "card": cards, "prefer": "high"})
    assert "Order changed." in words_of(post(client, game, {"set": "P1"}, "orders_up", follow=True))
    assert "77, else 1, else 3, else you choose" in shown(client, game)
    answer = post(client, game, {"set": "O9"}, "orders_up")
    assert answer.status_code == 409
    assert "The game has moved on. Please choose again." in html.unescape(text_of(answer))


def test_refused_cards_stay_chosen_without_the_script(game: Game, bob: User, client_of: ClientOf) -> None:
    answer = post(client_of(bob), game, {"order": "set", "hand": 1, "prefer": "bot", "card": ["R7", "G3"]})
    assert answer.status_code == 422
    assert '<b class="bar-refusal">Cards of a set must share' in text_of(answer)
    assert not StandingOrders.objects.exists()
    assert all(f'id="card-{code}" checked' in text_of(answer) for code in ("R7", "G3"))


def test_a_sixth_set_is_refused(game: Game, bob: User, client_of: ClientOf) -> None:
    lay(game, "R6 R8 K9", "B1 B2 B3 B4 B5 B6", "O1 O2", to_act=0, table="R5", table_seat=2)
    order(game, bob, *(plan(f"B{number}", "high") for number in range(1, 6)))
    data = {"order": "set", "hand": 1, "prefer": "bot", "card": ["B6"]}
    answer = post(client_of(bob), game, data, headers=FETCH)
    assert answer.status_code == 409
    assert "You can plan up to five sets. Cancel one first." in text_of(answer)
