"""Questions before a turn is sent: not going out, and turns that can't be taken back; without a script too."""

import html
import random
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine import Turn, legal_turns
from games.lobby.services import NewGame
from games.models import Game, Move, Preferences
from games.play.questions import TurnQuestion, turn_question
from games.play.seats.resign import seat_resign
from games.table.hand_words import question_words
from games.web.card_words import short_card
from tests.clients import ClientOf
from tests.factories import seat_to_act, state_of, take_turn
from tests.games_laid import lay_game
from tests.games_laid.cards import lay
from tests.page_texts import queries_of, words_of
from tests.table.tables import game_url, text_of

OUT = "You could play all your cards and go out."


@pytest.fixture
def rng() -> random.Random:
    return random.Random(8)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Live: only going out is asked about."""
    return lay_game([alice, bob], NewGame(seats=2, pace="3m", target=30))


def way_out(game: Game) -> Turn | None:
    """The turn that goes out."""
    state = state_of(game)
    held = state.hand_masks[state.to_act]
    return next((turn for turn in legal_turns(state) if turn.mask == held), None)


def other_way(game: Game) -> Turn:
    held = state_of(game).hand_masks[state_of(game).to_act]
    turns = [turn for turn in legal_turns(state_of(game)) if turn.mask != held]
    return max(turns, key=lambda turn: len(turn.cards))


def sent(page: str, form: str) -> dict[str, Any]:
    """The values of the form with this id."""
    body = re.search(rf'<form id="{form}".*?</form>', page, flags=re.DOTALL)
    assert body is not None, page
    data: dict[str, Any] = {}
    for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', body[0]):
        data.setdefault(name, []).append(html.unescape(value))
    return data


def lay_way_out(game: Game, table: str = "B1") -> None:
    """Alice (seat 0) may go out with two cards, play one, or pass over a table."""
    lay(game, "R6 R5", "G9 G8 G7", to_act=0, table=table, table_seat=1 if table else None)


def form_of(game: Game, turn: Turn, **more: str) -> dict[str, Any]:
    pickup = {"pickup": str(turn.pickup)} if turn.pickup else {}
    cards = {"action": "play", "card": list(map(str, turn.cards))} if turn.cards else {"action": "pass"}
    return {"version": game.version} | cards | pickup | more


def acting(game: Game, client_of: ClientOf) -> Client:
    return client_of(seat_to_act(game).user)


def last_turn() -> str:
    return Move.objects.order_by("-pk")[0].turn


@pytest.mark.parametrize("passes", [True, False])
def test_it_warns_before_missing_a_chance_to_go_out_and_accepts_a_confirmed_turn(
    game: Game, client_of: ClientOf, *, passes: bool
) -> None:
    lay_way_out(game)
    turn = Turn() if passes else other_way(game)
    client = acting(game, client_of)
    for how in ({}, {"X-Requested-With": "fetch"}):
        answer = client.post(game_url("turn", game), form_of(game, turn, warn="1"), headers=how)
        page = text_of(answer)
        assert answer.status_code == 422
        assert OUT in page
        assert all(f'id="card-{card}" checked' in page for card in turn.cards)
        assert f'data-version="{game.version}"' in page
    client.post(game_url("turn", game), sent(page, "sure-form"))
    assert last_turn() == str(turn)


def test_the_warning_offers_to_go_out(game: Game, client_of: ClientOf) -> None:
    lay_way_out(game)
    out, client = way_out(game), acting(game, client_of)
    page = text_of(client.post(game_url("turn", game), form_of(game, Turn(), warn="1")))
    assert client.post(game_url("turn", game), sent(page, "out-form")).status_code == 302
    assert last_turn() == str(out)


def test_it_warns_a_leader_with_a_set_of_all_cards(game: Game, client_of: ClientOf) -> None:
    lay_way_out(game, table="")
    turn = other_way(game)
    answer = acting(game, client_of).post(game_url("turn", game), form_of(game, turn, warn="1"))
    assert f"Play only {short_card(turn.cards[0])}?" in words_of(answer)


def test_no_warning_when_going_out_or_unable_to(game: Game, client_of: ClientOf) -> None:
    lay(game, "R6 B5", "G9 G8 G7", to_act=0, table="B1", table_seat=1)
    assert acting(game, client_of).post(game_url("turn", game), form_of(game, Turn(), warn="1")).status_code == 302
    game.refresh_from_db()
    lay_way_out(game)
    out = way_out(game)
    assert out is not None
    assert acting(game, client_of).post(game_url("turn", game), form_of(game, out, warn="1")).status_code == 302
    assert last_turn() == str(out)


def test_passing_for_the_rest_of_the_round_is_warned_about_too(game: Game, client_of: ClientOf) -> None:
    lay_way_out(game)
    client, state = acting(game, client_of), state_of(game)
    hand = game.hands.count()
    order = {"order": "round", "hand": hand, "round": state.round, "warn": "1"}
    answer = client.post(game_url("orders", game), order)
    assert OUT in words_of(answer)
    before = Move.objects.count()
    client.post(game_url("orders", game), sent(text_of(answer), "sure-form"))
    assert (Move.objects.count(), last_turn()) == (before + 1, "pass")


@pytest.mark.parametrize(
    ("pace", "confirm", "asks", "asks_key"),
    [
        ("1d", "slow", True, False),
        ("none", "slow", True, False),
        ("3m", "slow", False, True),
        ("3m", "always", True, True),
        ("1d", "never", False, False),
        ("3m", "never", False, False),
    ],
)
def test_turns_that_stay_are_asked_about_as_the_person_wants(
    alice: User, bob: User, client_of: ClientOf, pace: str, confirm: str, *, asks: bool, asks_key: bool
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace=pace, undo=False))
    Preferences.objects.create(user=seat_to_act(game).user, confirm=confirm)
    page = text_of(acting(game, client_of).get(game_url("table", game)))
    assert ('name="confirm" value="1"' in page) is asks
    assert ('id="ask"' in page) is (asks or asks_key)
    assert page.count('name="warn" value="1"') >= 1


@pytest.mark.parametrize("pace", ["1d", "3m"])
def test_no_turn_is_asked_about_that_can_be_taken_back_or_in_a_game_against_bots(
    alice: User, bob: User, client_of: ClientOf, pace: str
) -> None:
    Preferences.objects.create(user=alice, confirm="always")
    bots = lay_game([alice], NewGame(seats=3, pace=pace, bots=["berserker", "skald"], undo=False))
    games = [bots, lay_game([alice, bob])] if pace == "1d" else [bots]
    for game in games:
        lay(game, "R6 B6 K9", *("G9 G8", "G7 G5")[: game.seats_count - 1], to_act=0, table="P5", table_seat=1)
        page = text_of(client_of(alice).get(game_url("table", game)))
        assert 'name="confirm"' not in page
        assert 'id="ask"' not in page


def test_once_the_other_people_resigned_it_is_a_game_against_bots(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob], NewGame(seats=3, bots=["berserker"], undo=False))
    lay(game, "R6 B6 K9", "G9 G8", "G7 G5", to_act=0, table="P5", table_seat=1)
    assert 'name="confirm"' in text_of(client_of(alice).get(game_url("table", game)))
    seat_resign(public_id=game.public_id, user=bob)
    assert 'name="confirm"' not in text_of(client_of(alice).get(game_url("table", game)))


def test_a_forced_pass_is_not_asked_about(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, undo=False))
    for order in ({}, {"order": "round", "hand": "1", "round": "1"}):
        lay(game, "R1 B2", "G9 G8", to_act=0, table="P9", table_seat=1)
        sent = form_of(game, Turn(), confirm="1", warn="1") | order
        assert client_of(alice).post(game_url("orders" if order else "turn", game), sent).status_code == 302
        assert last_turn() == "pass"
        game.refresh_from_db()


@pytest.mark.parametrize("look", ["cards", "text"])
def test_one_press_ends_the_questions_and_keeps_the_choice(
    alice: User, bob: User, client_of: ClientOf, look: str
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, undo=False))
    lay(game, "R6 B6 K9", "G9 G8 G7", to_act=0, table="R5B5", table_seat=1)
    client, moves = client_of(alice), Move.objects.count()
    play = {"as": "text", "play": "B6R6"} if look == "text" else {"action": "play", "card": ["R6", "B6"]}
    sent = {"version": game.version, "pickup": "B5", "confirm": "1"} | play
    asked = client.post(game_url("turn", game), sent)
    assert 'id="ask-never" name="action" value="unasked"' in text_of(asked)
    answer = client.post(game_url("turn", game), sent | {"action": "unasked"})
    page = text_of(answer)
    assert answer.status_code == 200
    assert "We won’t ask again." in words_of(answer)
    chosen = ("play-B6R6", "pick-B5") if look == "text" else ("card-R6", "card-B6", "pick-B5")
    assert all(re.search(rf'id="{one}"[^>]*\schecked', page) for one in chosen)
    assert 'id="ask"' not in page
    assert 'name="confirm"' not in page
    assert Move.objects.count() == moves
    assert list(Preferences.objects.values_list("user__handle", "confirm")) == [("alice", "never")]


def test_the_warning_about_not_going_out_stays(alice: User, bob: User, client_of: ClientOf) -> None:
    """Taking a turn back helps only players who notice the chance, so it warns in all games."""
    Preferences.objects.create(user=alice, confirm="never")
    game = lay_game([alice, bob])
    lay_way_out(game)
    page = text_of(client_of(alice).post(game_url("turn", game), form_of(game, Turn(), warn="1")))
    assert OUT in page
    assert "ask-never" not in page


def test_it_asks_once_and_goes_back_with_the_choice_kept(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, undo=False))
    lay(game, "R6 B6 K9", "G9 G8 G7", to_act=0, table="R5B5", table_seat=1)
    turn = next(turn for turn in legal_turns(state_of(game)) if turn.pickup)
    client = acting(game, client_of)
    answer = client.post(game_url("turn", game), form_of(game, turn, confirm="1"))
    assert answer.status_code == 422
    assert f"and pick up {short_card(turn.pickup)}?" in words_of(answer)
    back = client.post(game_url("turn", game), form_of(game, turn, confirm="1", action="back"))
    assert back.status_code == 200
    assert 'id="sure-form"' not in text_of(back)
    assert all(f'id="card-{card}" checked' in text_of(back) for card in turn.cards)
    version = game.version
    client.post(game_url("turn", game), sent(text_of(answer), "sure-form"))
    game.refresh_from_db()
    assert (game.version, last_turn()) == (version + 1, str(turn))


def test_what_the_rules_refuse_is_refused_rather_than_asked_about(
    alice: User, bob: User, client_of: ClientOf, rng: random.Random
) -> None:
    game = lay_game([alice, bob])
    asks = {"warn": "1", "confirm": "1"}
    client = acting(game, client_of)
    answer = client.post(game_url("turn", game), form_of(game, Turn(), **asks))
    assert "You can’t pass when you lead." in words_of(answer)
    take_turn(game, rng)
    late = acting(game, client_of).post(game_url("turn", game), form_of(game, Turn(), **asks) | {"version": 0})
    assert late.status_code == 409
    assert client.post(game_url("turn", game), form_of(game, Turn(), **asks)).status_code == 409


def test_a_question_costs_three_queries(game: Game, client_of: ClientOf) -> None:
    lay_way_out(game)
    client, turn = acting(game, client_of), form_of(game, Turn())
    plain = queries_of(lambda: client.post(game_url("turn", game), turn | {"version": 0}))
    asked = queries_of(lambda: client.post(game_url("turn", game), turn | {"version": 0, "warn": "1"}))
    assert asked - plain <= 3


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (TurnQuestion("confirm", (), 0, ""), "Pass?"),
        (TurnQuestion("confirm", ("R6", "B6"), 66, ""), "Play red 6 and blue 6, worth 66?"),
        (TurnQuestion("confirm", ("R6",), 6, "", goes_out=True), "Play red 6 and go out?"),
        (TurnQuestion("out", ("R6",), 6, "B1", ("R6", "R5")), f"{OUT} Play only red 6?"),
        (TurnQuestion("out", (), 0, "", ("R6",)), f"{OUT} Pass anyway?"),
    ],
)
def test_questions_in_words(question: TurnQuestion, words: str) -> None:
    assert question_words(question) == words


def test_questions_after_the_turn_show_no_other_cards(game: Game, rng: random.Random) -> None:
    """One request read the game while another took the turn, so its rows hold the cards of the next seat."""
    actor, as_read = seat_to_act(game).user, Game.objects.get(pk=game.pk)
    take_turn(game, rng)
    for text in ("pass", str(other_way(game))):
        assert turn_question(as_read, actor, version=None, text=text, warns=True, asks=True) is None
