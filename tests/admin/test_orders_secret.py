"""Planned turns in the admin: of a running game staff learn no more than a spectator."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.test import Client

from games.lobby.services import NewGame
from games.models import Game, Move, Seat, StandingOrders
from games.play.seats.resign import seat_resign
from games.play.standing_orders import Order, OrderKind, order_play, orders_set
from games.play.turn import turn_play
from tests.admin.every_page import page_of, words_of
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.games_laid.cards import lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game in which Alice has played, and Bob's planned turn has passed."""
    alice, bob = make_person("alice"), make_person("bob")
    game = lay_game([alice, bob], NewGame(seats=2, target=30))
    lay(game, "R6 B6 K9", "R7 B7 G3", to_act=0, table="R5", table_seat=1)
    Seat.objects.filter(game=game).update(looked_at=game.started_at)
    orders_set(public_id=game.public_id, user=bob, order=Order(OrderKind.ROUND, hand=1, round=1))
    turn_play(public_id=game.public_id, user=alice, version=game.version, text="R6")
    game.refresh_from_db()
    assert order_play(game_id=game.pk, version=game.version) is not None
    game.refresh_from_db()
    return game


def found(client: Client, **query: str) -> list[str]:
    answer = client.get(page_of(Move, "changelist"), query)
    assert answer.status_code == 200
    return [move.turn for move in answer.context["cl"].result_list]


def by_on(client: Client, move: Move) -> str:
    """The actor of a turn, as its own page shows it."""
    shown = re.search(r'field-shown_by.*?<div class="readonly">(.*?)</div>', words_of(client, row(move)), re.DOTALL)
    assert shown is not None
    return shown[1]


def row(move: Move) -> str:
    return page_of(Move, "change", move.pk)


def test_an_orders_turn_reads_like_its_players_while_the_game_runs(game: Game, boss: Client) -> None:
    played, passed = Move.objects.order_by("number")
    assert (played.by, passed.by) == ("player", "auto")
    assert by_on(boss, played) == by_on(boss, passed) == "player"
    assert found(boss, by="player") == ["pass", "R6<R5"]
    assert found(boss, by="timeout") == []
    # No such filter, so nothing is filtered.
    assert found(boss, by="auto") == found(boss)
    listed = words_of(boss, page_of(Move, "changelist"))
    assert re.findall(r'field-shown_by">(.*?)<', listed) == ["player", "player"]


def test_it_is_shown_once_the_game_is_over(game: Game, boss: Client) -> None:
    seat_resign(public_id=game.public_id, user=game.seats.get(number=0).user)
    played, passed = Move.objects.order_by("number")
    assert by_on(boss, played) == "player"
    assert by_on(boss, passed) == "planned turn"
    assert found(boss, by="player") == ["pass", "R6<R5"]


@pytest.mark.parametrize("question", ["by__exact=auto", "by__in=auto", "by__startswith=a", "o=5&by__exact=auto"])
def test_no_other_question_tells_them_apart(game: Game, boss: Client, question: str) -> None:
    assert boss.get(f"{page_of(Move, 'changelist')}?{question}").status_code == 400


def test_when_a_person_was_there_in_person_is_no_clue(game: Game, boss: Client) -> None:
    pages = [page_of(Seat, "changelist"), *(page_of(Seat, "change", seat.pk) for seat in game.seats.all())]
    running = "".join(words_of(boss, path) for path in pages)
    assert re.search(r'field-last_turn[^>]*>(<div class="readonly">)?\s*[^<\s-]', running) is None
    seat_resign(public_id=game.public_id, user=game.seats.get(number=1).user)
    over = words_of(boss, page_of(Seat, "change", game.seats.get(number=0).pk))
    assert over.count('<div class="readonly">') == running.count('<div class="readonly">') / 2
    shown = re.search(r'field-last_turn.*?<div class="readonly">(.*?)</div>', over, re.DOTALL)
    assert shown is not None
    assert re.search(r"\d", shown[1])


def test_the_orders_have_no_page(game: Game, boss: Client) -> None:
    assert not admin.site.is_registered(StandingOrders)
    for path in ("", f"{StandingOrders.objects.get().pk}/change/", "add/"):
        assert boss.get(f"/admin/games/standingorders/{path}").status_code == 404
    asked = "/admin/autocomplete/?app_label=games&model_name=standingorders&field_name={}&term=" + game.public_id
    for field in ("sets", "else_pass", "pass_round", "changed_at"):
        assert boss.get(asked.format(field)).status_code == 403
