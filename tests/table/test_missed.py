"""Returning players see once what they missed."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.engine import legal_turns
from games.lobby.services import NewGame
from games.models import Game, Hand, Seat
from games.play.presence import presence_save
from games.play.turn import turn_play
from tests.clients import ClientOf
from tests.factories import seat_to_act, state_of
from tests.games_laid import Place, finished_game, game_at, lay_game, turn_next
from tests.page_texts import queries_of
from tests.table.tables import cards_told, game_url, hidden_from, seat_of, text_of

STRIP = re.compile(r'<section class="since.*?</section>', re.DOTALL)


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    """Alice leads, then bob, then charlie."""
    return game_at([alice, bob, charlie], Place(1, 0), recorded="three_with_goat")


def strip_of(response: object) -> str:
    found = STRIP.search(text_of(response))
    return found[0] if found else ""


def lines_of(strip: str) -> list[str]:
    """The lines of the strip, one a step, without those that only the script shows."""
    told = re.findall(r'<div class="since-line"><span>(.*?)</span>', strip, flags=re.DOTALL)
    return [re.sub(r"<[^>]*>", "", line) for line in told]


def test_it_tells_what_others_did_in_order_and_only_once(game: Game, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    turn_next(game)
    assert strip_of(client.get(game_url("table", game))) == ""

    for _turn in range(2):
        turn_next(game)
    page = client.get(game_url("table", game))
    strip = strip_of(page)
    assert "2 turns since you were here" in strip
    lines = lines_of(strip)
    assert [line.split()[0] for line in lines] == ["bob", "charlie"]
    assert strip.count("<template>") == 2
    assert "onclick" not in strip
    assert "style=" not in strip
    assert seat_of(game, "alice").seen_version == game.version
    assert strip_of(client.get(game_url("table", game))) == ""


@pytest.mark.parametrize("look", ["table", "text"])
def test_the_page_that_tells_it_is_as_new_as_its_part(game: Game, alice: User, client_of: ClientOf, look: str) -> None:
    client = client_of(alice)
    for _turn in range(3):
        turn_next(game)
    page = client.get(game_url({"table": "table", "text": "text_table"}[look], game))
    assert 'id="since"' in text_of(page)
    part = game_url(f"{look}_part", game)
    assert client.get(part, headers={"If-None-Match": page["ETag"]}).status_code == 304
    turn_next(game)
    assert client.get(part, headers={"If-None-Match": page["ETag"]}).status_code == 200


def test_only_the_viewer_sees_it_and_others_pay_no_query(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    turn_next(game)
    turn_next(game)
    with time_machine.travel(game.started_at + timedelta(hours=1), tick=True):  # type: ignore[operator]
        usual = queries_of(lambda: client_of(bob).get(game_url("table_part", game)))
        assert strip_of(Client().get(game_url("table", game))) == ""
        assert strip_of(client_of(bob).get(game_url("table_part", game))) == ""
        assert seat_of(game, "bob").seen_version == 0
        client = client_of(bob)
        # Two for the chat, and for recording that everything was shown.
        assert queries_of(lambda: client.get(game_url("table", game))) <= usual + 2
        assert queries_of(lambda: client.get(game_url("table", game))) <= usual + 1


def test_an_arrival_during_the_start_is_no_absence(
    game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    first, second = seat_to_act(game).user, None
    turn_next(game)
    second = seat_to_act(game).user
    assert strip_of(client_of(second).get(game_url("table", game))) == ""
    with time_machine.travel(game.started_at + timedelta(hours=1), tick=True):  # type: ignore[operator]
        assert "1 turn so far" in strip_of(client_of(second).get(game_url("table", game)))
        assert strip_of(client_of(first).get(game_url("table", game))) == ""


def test_it_tells_the_end_of_the_hand_before_with_its_result(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = game_at([alice, bob, charlie], Place(2, 0), recorded="three_with_goat")
    moves = list(game.hands.get(number=1).moves.order_by("number"))
    # These two's turns must be news to the third.
    assert game.to_act is not None
    third = game.seats.exclude(number__in=(moves[-1].seat, game.to_act)).select_related("user").first()
    assert third is not None
    turn_next(game)
    missed = [move for move in moves if move.version > max(own.version for own in moves if own.seat == third.number)]
    client = client_of(third.user)
    strip = strip_of(client.get(game_url("table", game)))
    assert len(lines_of(strip)) == len(missed) + 1
    assert "went out with" in lines_of(strip)[len(missed) - 1]
    assert strip.count('class="since-result"') == 1
    assert "Hand 1" in strip


@pytest.mark.parametrize("turn", [2, 6, 11, 17, 24])
def test_it_shows_nothing_hidden_on_any_of_its_cloths(
    alice: User, bob: User, charlie: User, client_of: ClientOf, turn: int
) -> None:
    game = game_at([alice, bob, charlie], Place(1, turn), recorded="three_with_goat")
    state, deck = state_of(game), Hand.objects.get(game=game, ended_at__isnull=True).deck
    Seat.objects.filter(game=game).update(seen_version=1)
    strips = [strip_of(client_of(user).get(game_url("table", game))) for user in (alice, bob, charlie)]
    assert any(strips)
    for number, strip in enumerate(strips):
        assert not cards_told(strip) & hidden_from(state, deck, number)


def test_the_end_of_a_game_is_announced_too(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob, charlie], recorded="single_hand_of_three")
    Seat.objects.filter(game=game).update(seen_version=5)
    strips = [strip_of(client_of(user).get(game_url("table", game))) for user in (alice, bob, charlie)]
    # The player of the last turn missed nothing; others did.
    assert any("went out with" in strip for strip in strips)


def test_a_page_that_stayed_open_asks_for_what_came_after_what_it_showed(
    game: Game, alice: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    turn_next(game)
    shown = game.version
    url = game_url("since", game)
    assert client.get(url, {"after": shown}).status_code == 204
    turn_next(game)
    turn_next(game)
    presence_save(public_id=game.public_id, user=alice, version=shown)
    assert Client().get(url, {"after": shown}).status_code == 204
    fragment = client.get(url, {"after": shown + 1})
    assert len(lines_of(text_of(fragment))) == 1
    assert client.get(url, {"after": shown}).status_code == 204, "it is told once"
    assert client.get(url, {"after": "x"}).status_code == 204
    assert client.post(url).status_code == 405


def test_an_outsider_of_a_private_game_learns_nothing(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility="private"))
    assert client_of(charlie).get(game_url("since", game)).status_code == 404
    waiting = lay_game([alice], NewGame(seats=2))
    assert client_of(alice).get(game_url("since", waiting)).status_code == 204


def test_what_is_seen_grows_and_never_passes_the_game(game: Game, alice: User, charlie: User) -> None:
    def seen_after(version: int) -> int:
        presence_save(public_id=game.public_id, user=alice, version=version)
        return seat_of(game, "alice").seen_version

    Game.objects.filter(pk=game.pk).update(version=game.version + 5)
    assert seen_after(3) == 3
    assert seen_after(2) == 3
    assert seen_after(0) == 3
    assert seen_after(2**31 - 1) == game.version + 5
    assert seat_of(game, "charlie").seen_version == 0


def test_a_turn_taken_in_person_elsewhere_shows_that_its_player_was_there(game: Game, client_of: ClientOf) -> None:
    turn_next(game)
    user = seat_to_act(game).user
    text = str(legal_turns(state_of(game))[0])
    turn_play(public_id=game.public_id, user=user, version=game.version, text=text)
    with time_machine.travel(game.started_at + timedelta(hours=1), tick=True):  # type: ignore[operator]
        assert strip_of(client_of(user).get(game_url("table", game))) == ""
