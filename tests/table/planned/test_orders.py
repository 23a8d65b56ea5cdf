"""Planned turns on a game's page, shown to their owner alone."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.history.record import game_record
from games.models import Deadline, Game, Hand, Move, Preferences, StandingOrders
from games.play.seats.resign import seat_resign
from games.play.standing_orders import Order, OrderKind, order_play, orders_cancel
from games.play.turn import turn_play
from tests.clients import ClientOf
from tests.games_laid.cards import lay
from tests.page_texts import words_of
from tests.table.planned.planning import FETCH, order, panel_of, post, shown, two_fives
from tests.table.tables import game_url, text_of

ROUND = Order(OrderKind.ROUND, hand=1, round=1)
ALL = (
    ROUND,
    Order(OrderKind.STUCK),
    Order(OrderKind.GO_OUT),
    Order(OrderKind.PICKUP, pickup="low"),
    Order(OrderKind.SET, hand=1, cards="R7B7", pickup="R"),
    Order(OrderKind.OTHERWISE),
)


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return two_fives(alice, bob, charlie)


def take(game: Game, user: User, text: str) -> None:
    turn_play(public_id=game.public_id, user=user, version=game.version, text=text)
    game.refresh_from_db()


def act(game: Game) -> None:
    assert order_play(game_id=game.pk, version=game.version) is not None
    game.refresh_from_db()


def pass_by_order(game: Game, alice: User, bob: User) -> None:
    order(game, bob, ROUND)
    take(game, alice, "R6B6<R5")
    act(game)


def test_it_offers_what_may_be_ordered(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    panel = shown(client_of(bob), game)
    assert "Only you see these" in panel
    assert ">Pass this round</button>" in panel
    assert ">Pass if I have to</button>" in panel
    assert ">Go out when I can</button>" in panel
    assert "Cancel" not in panel
    assert ">Pass this round</button>" in shown(client_of(alice), game)


def test_a_leader_is_not_offered_to_pass(game: Game, alice: User, client_of: ClientOf) -> None:
    lay(game, "R6 B6 K9", "R7 B7", "O1 O2", to_act=0)
    panel = shown(client_of(alice), game)
    assert "Pass this round" not in panel
    assert "Go out when I can" in panel


SET: tuple[tuple[dict[str, Any], str], ...] = (
    ({"order": "round", "hand": 1, "round": 1}, "Pass this round"),
    ({"order": "stuck"}, "Pass if I have to"),
    ({"order": "go_out"}, "Go out when I can"),
    ({"order": "pickup", "prefer": "best"}, "Pick up: the card that keeps my best set"),
    ({"order": "set", "hand": 1, "card": ["R7", "B7"], "prefer": "R"}, "77, else you choose"),
)


CANCELS = {"77, else you choose": "77, Pick up: red first"}


def test_it_sets_an_order_and_cancels_it(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    for data, words in SET:
        check_set_and_cancelled(client, game, data, words, headers=FETCH)
    check_set_and_cancelled(client, game, *SET[-1], follow=True)


def check_set_and_cancelled(client: Client, game: Game, data: dict[str, Any], words: str, **how: Any) -> None:
    script = "headers" in how
    answer = post(client, game, data | {"version": game.version}, **how)
    assert answer.status_code == 200
    assert ("<html" in text_of(answer)) is not script
    assert f'data-said="Planned turns: {words}."' in panel_of(answer)
    assert f'Cancel<span class="visually-hidden">: {CANCELS.get(words, words)}</span>' in panel_of(answer)
    if not script:
        assert "Planned. Only you can see it." in words_of(answer)
    answer = post(client, game, {"order": data["order"]}, "orders_cancel", **how)
    assert 'data-said="No planned turns."' in panel_of(answer)
    assert not StandingOrders.objects.exists()
    assert not Move.objects.exists()


def test_choosing_oneself_cancels_the_preferred_card(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    post(client, game, {"order": "pickup", "prefer": "R"})
    assert '<option value="R" selected>red first</option>' in shown(client, game)
    post(client, game, {"order": "pickup", "prefer": ""})
    assert not StandingOrders.objects.exists()


def test_it_offers_no_colour_that_is_out_of_the_deck(game: Game, bob: User, client_of: ClientOf) -> None:
    hand = Hand.objects.get(game=game)
    hand.state["colours"] = "BRPG"
    hand.save()
    offered = re.findall(r'<option value="([A-Zhlb][a-z]*)"', shown(client_of(bob), game))
    assert offered == ["high", "low", "best", "B", "R", "P", "G"]


def test_the_seat_to_act_passes_now_and_for_the_round(game: Game, alice: User, client_of: ClientOf) -> None:
    answer = post(client_of(alice), game, {"order": "round", "hand": 1, "round": 1}, follow=True)
    assert "You passed." in words_of(answer)
    assert Move.objects.get().turn == "pass"
    assert StandingOrders.objects.get().pass_round == 1


def test_it_says_why_an_order_is_refused(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    impossible, moved_on = (422, "This planned turn isn’t possible."), (409, "The game has moved on. Please choose")
    planned = {"order": "set", "hand": 1, "prefer": "bot"}
    refused: tuple[tuple[dict[str, Any], tuple[int, str]], ...] = (
        ({}, impossible),
        ({"order": "everything"}, impossible),
        ({"order": "pickup", "prefer": "X"}, impossible),
        ({"order": "round", "hand": 1, "round": 2}, moved_on),
        ({"order": "round", "hand": "x", "round": "99999999999999999999"}, moved_on),
        ({"order": "otherwise"}, (409, "The game has moved on. Please choose again.")),
        (planned, (422, "Choose your cards.")),
        ({**planned, "card": ["R7", "G3"]}, (422, "Cards of a set must share")),
        ({**planned, "card": ["R6"]}, (422, "You don’t have one of these cards.")),
        ({**planned, "card": ["R7", "R7"]}, (422, "You chose the same card twice.")),
        ({**planned, "card": ["R7"], "prefer": "X"}, impossible),
        ({**planned, "card": ["R7"], "prefer": ""}, impossible),
        ({**planned, "card": ["R7"], "hand": 2}, moved_on),
        ({**planned, "hand": "\x00" * 90, "card": ["R7"]}, moved_on),
        ({**planned, "card": ["é"] * 90}, (422, "That’s not a turn.")),
    )
    for data, (status, words) in refused:
        answer = post(client, game, data, headers=FETCH)
        assert answer.status_code == status, data
        assert f'<b class="bar-refusal">{words}' in html.unescape(text_of(answer)), data
    assert not StandingOrders.objects.exists()


def test_strangers_and_visitors_may_not_set_orders(
    game: Game, client_of: ClientOf, django_user_model: type[User]
) -> None:
    stranger = django_user_model.objects.create_user(handle="mallory", email="mallory@example.org")
    for name in ("orders", "orders_cancel", "orders_up"):
        assert post(client_of(stranger), game, {"order": "stuck"}, name).status_code == 404
        visitor = post(Client(), game, {"order": "stuck"}, name)
        assert visitor["Location"] == f"/accounts/login/?next={game_url('table', game)}"
        led_back = client_of(stranger).get(game_url(name, game))
        assert led_back["Location"] == game_url("table", game)
    assert not StandingOrders.objects.exists()


def test_orders_are_refused_once_the_game_is_over(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    seat_resign(public_id=game.public_id, user=alice)
    seat_resign(public_id=game.public_id, user=bob)
    assert post(client_of(bob), game, {"order": "stuck"}).status_code == 404
    charlie = game.seats.get(number=2).user
    assert post(client_of(charlie), game, {"order": "stuck"}).status_code == 409
    assert shown(client_of(charlie), game) == ""


def test_orders_show_on_no_other_page(game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        people = [client_of(alice), client_of(charlie), Client()]
        plain = [without_tokens(client, game) for client in people]
        own = shown(client_of(bob), game)
        order(game, bob, *ALL)
        assert [without_tokens(client, game) for client in people] == plain
        assert shown(client_of(bob), game) != own
    assert panel_of(Client().get(game_url("table", game))) == ""


def without_tokens(client: Client, game: Game) -> list[str]:
    texts = [text_of(client.get(game_url(name, game))) for name in ("table", "table_part")]
    return [re.sub(r'name="(?:csrfmiddlewaretoken|once)" value="[\w-]+"|nonce="[^"]+"', "", text) for text in texts]


def test_a_new_order_makes_a_new_page_for_its_owner_alone(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    clients = [client_of(alice), client_of(bob)]
    marks = [client.get(game_url("table_part", game))["ETag"] for client in clients]
    order(game, bob, ROUND)
    again = [
        client.get(game_url("table_part", game), headers={"If-None-Match": mark}).status_code
        for client, mark in zip(clients, marks, strict=True)
    ]
    assert again == [304, 200]


def test_the_bar_tells_its_owner_of_orders(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    order(game, bob, ROUND, Order(OrderKind.GO_OUT))
    assert "2 planned turns" in words_of(client.get(game_url("table", game)))
    take(game, alice, "R6B6<R5")
    assert Deadline.objects.get(pk=game.pk).order_at is not None
    assert "Your planned turn will be played soon." in words_of(client.get(game_url("table", game)))
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.ROUND)
    assert "planned turn will be played soon" not in words_of(client.get(game_url("table", game)))


def test_an_order_for_all_games_stays_quiet_until_it_acts(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    Preferences.objects.update_or_create(user=bob, defaults={"pass_if_stuck": True})
    lay(game, "R6 B6 K9 G1", "R1 B2 G3 K4", "O1 O2", to_act=0, table="R5", table_seat=2)
    client = client_of(bob)
    page = client.get(game_url("table", game))
    assert "1 planned turn" not in words_of(page)
    assert "Pass if I have to For all your games. Change" in words_of(page)
    assert 'id="order-stuck"' not in text_of(page)
    # The script would not know that a pass is planned.
    assert 'id="table-facts"' not in text_of(page)
    take(game, alice, "R6<R5")
    assert "Your planned turn will be played soon." in words_of(client.get(game_url("table", game)))
    assert "planned turn" not in words_of(client_of(alice).get(game_url("table", game)))


def test_orders_set_too_late_do_not_promise_to_act(game: Game, alice: User, client_of: ClientOf) -> None:
    lay(game, "K9", "R7 B7 G3", "O1 O2", to_act=0, table="R5B5", table_seat=2)
    order(game, alice, Order(OrderKind.STUCK))
    page = words_of(client_of(alice).get(game_url("table", game)))
    assert "planned turn will be played soon" not in page
    assert "New plans start with your next turn." in page


def test_the_log_tells_its_owner_that_an_order_acted(
    game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    pass_by_order(game, alice, bob)
    assert "You passed (as planned)" in words_of(client_of(bob).get(game_url("table", game)))
    for client in (client_of(alice), client_of(charlie), Client()):
        page = words_of(client.get(game_url("table", game)))
        assert "bob passed" in page
        assert "as planned" not in page
    seat_resign(public_id=game.public_id, user=alice)
    seat_resign(public_id=game.public_id, user=charlie)
    page = words_of(Client().get(game_url("table", game) + "?hand=1"))
    assert "bob passed (as planned)" in page


def test_the_record_tells_its_owner_alone_until_the_game_is_over(
    game: Game, alice: User, bob: User, charlie: User
) -> None:
    def acted(user: User | None) -> list[str]:
        game.refresh_from_db()
        return [turn["by"] for turn in game_record(game, user)["hands"][0]["turns"]]

    pass_by_order(game, alice, bob)
    assert acted(bob) == ["player", "auto"]
    assert acted(alice) == acted(charlie) == acted(None) == ["player", "player"]
    seat_resign(public_id=game.public_id, user=alice)
    seat_resign(public_id=game.public_id, user=charlie)
    assert acted(alice) == acted(None) == ["player", "auto"]


def test_a_result_waits_for_its_reader_though_orders_play_on(
    game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    lay(game, "R6", "R7 B7 G3", "O1 O2", to_act=0, table="R5", table_seat=2)
    order(game, bob, Order(OrderKind.STUCK))
    take(game, alice, "R6")
    lay(game, "B1 B2", "R1", "O8 O9 K1", to_act=0, table="K9K8", table_seat=2)
    take(game, alice, "pass")
    act(game)
    assert Move.objects.get(by="auto").hand.number == 2
    assert 'id="hand-over"' in text_of(client_of(bob).get(game_url("table", game)))
    assert 'id="hand-over"' not in text_of(client_of(alice).get(game_url("table", game)))


def test_the_page_says_which_card_each_play_takes(game: Game, alice: User, client_of: ClientOf) -> None:
    assert "data-picks" not in text_of(client_of(alice).get(game_url("table", game)))
    order(game, alice, Order(OrderKind.PICKUP, pickup="R"))
    page = text_of(client_of(alice).get(game_url("table", game)))
    assert 'data-plays="B6R6"' in page
    assert 'data-picks="R5 "' in page
    lay(game, "R6 B6", "R7 B7", "O1 O2", to_act=0, table="R5B5", table_seat=2)
    assert 'data-picks="- "' in text_of(client_of(alice).get(game_url("table", game)))


def test_a_turn_of_the_page_without_a_pickup_takes_the_preferred_card(
    game: Game, alice: User, client_of: ClientOf
) -> None:
    order(game, alice, Order(OrderKind.PICKUP, pickup="R"))
    data = {"version": game.version, "action": "play", "card": ["R6", "B6"]}
    assert post(client_of(alice), game, data, "turn").status_code == 302
    assert Move.objects.get().turn == "B6R6<R5"
