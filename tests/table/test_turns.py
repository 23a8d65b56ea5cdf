"""Turns from the page, by form and script."""

import random
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import HandState, Turn, legal_turns
from games.models import Game, Move
from games.play.turn import turn_play
from games.play.undo.services import turn_undo
from games.web.card_words import short_card, spoken_cards
from tests.clients import ClientOf
from tests.factories import seat_to_act, state_of, take_turn
from tests.games_laid import finished_game, game_before_end, game_where
from tests.games_laid.cards import lay
from tests.page_texts import words_of
from tests.table.tables import game_url, text_of

FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def rng() -> random.Random:
    return random.Random(4)


def form_of(game: Game, turn: Turn | None = None, **other: Any) -> dict[str, Any]:
    """The form of the turn, or of a pass. `other` overrides fields."""
    if turn is None or turn.is_pass:
        return {"version": game.version, "action": "pass"} | other
    pickup = {"pickup": str(turn.pickup)} if turn.pickup else {}
    return {"version": game.version, "action": "play", "card": list(map(str, turn.cards))} | pickup | other


def acting(game: Game, client_of: ClientOf) -> Client:
    return client_of(seat_to_act(game).user)


@pytest.fixture
def choosing(alice: User, bob: User) -> Game:
    def reached(state: HandState) -> bool:
        return len(state.table) > 1 and any(turn.pickup for turn in legal_turns(state))

    return game_where([alice, bob], reached, recorded="target_of_two")


def post(client: Client, game: Game, data: dict[str, Any], **how: Any) -> HttpResponse:
    response = client.post(game_url("turn", game), data, **how)
    assert isinstance(response, HttpResponse)
    return response


def test_it_plays_cards_and_a_pickup_in_one_submission(choosing: Game, client_of: ClientOf) -> None:
    game = choosing
    turn = next(turn for turn in legal_turns(state_of(game)) if turn.pickup)
    client = acting(game, client_of)
    answer = post(client, game, form_of(game, turn))
    assert (answer.status_code, answer["Location"]) == (302, game_url("table", game))
    assert Move.objects.order_by("-version")[0].turn == str(turn)
    cards = spoken_cards(turn.cards)
    assert f"You played {cards} and picked up {short_card(turn.pickup)}." in words_of(
        client.get(game_url("table", game))
    )


def test_it_passes(game: Game, client_of: ClientOf, rng: random.Random) -> None:
    take_turn(game, rng)
    client = acting(game, client_of)
    assert "You passed." in words_of(client.post(game_url("turn", game), form_of(game), follow=True))
    assert Move.objects.order_by("-version")[0].turn == "pass"


def test_it_answers_a_script_with_the_new_part(game: Game, client_of: ClientOf, rng: random.Random) -> None:
    turn = legal_turns(state_of(game))[0]
    answer = post(acting(game, client_of), game, form_of(game, turn), headers=FETCH)
    assert answer.status_code == 200
    assert answer["X-Odin-Part"] == str(game.version + 1)
    assert "<html" not in text_of(answer)
    assert f'data-version="{game.version + 1}"' in text_of(answer)


def test_it_says_why_a_choice_is_refused_and_keeps_it(game: Game, client_of: ClientOf) -> None:
    state = state_of(game)
    cards = state.hands[state.to_act]
    other = next(card for card in cards[1:] if card.colour != cards[0].colour and card.number != cards[0].number)
    chosen = [str(cards[0]), str(other)]
    for how, whole in ((None, True), (FETCH, False)):
        answer = post(acting(game, client_of), game, form_of(game, card=chosen, action="play"), headers=how)
        text = text_of(answer)
        assert answer.status_code == 422
        assert ("<html" in text) is whole
        assert "Cards of a set must share their number or colour." in text
        assert all(f'id="card-{code}" checked' in text for code in chosen)
        assert text.count(" checked>") == len(chosen)
    assert not Move.objects.exists()


def test_it_asks_for_the_pickup_and_keeps_the_cards(choosing: Game, client_of: ClientOf) -> None:
    game = choosing
    turn = next(turn for turn in legal_turns(state_of(game)) if turn.pickup)
    answer = post(acting(game, client_of), game, form_of(game, Turn(turn.cards)))
    assert answer.status_code == 422
    assert "Choose which beaten card you pick up." in text_of(answer)


def test_it_asks_for_cards_where_none_are_chosen(game: Game, client_of: ClientOf) -> None:
    answer = post(acting(game, client_of), game, {"version": game.version, "action": "play"})
    assert answer.status_code == 422
    assert "Choose your cards." in text_of(answer)


@pytest.mark.parametrize("version", ["", "x", "-1", "1.0", "99999999999999999999", "١"])
def test_it_takes_an_odd_version_for_an_old_one(game: Game, client_of: ClientOf, version: str) -> None:
    turn = legal_turns(state_of(game))[0]
    answer = post(acting(game, client_of), game, form_of(game, turn, version=version))
    assert answer.status_code == 409
    assert "The game has moved on. Please choose again." in text_of(answer)


@pytest.mark.parametrize("cards", [["R6B6<R5"], ["<"], ["pass"], ["R10"], ["é"], ["R6", "R6"], ["B1"] * 60])
def test_it_refuses_what_is_no_turn_in_words(game: Game, client_of: ClientOf, cards: list[str]) -> None:
    answer = post(acting(game, client_of), game, form_of(game, card=cards, action="play"))
    assert answer.status_code == 422
    assert 'class="bar-refusal"' in text_of(answer)
    assert not Move.objects.exists()


def test_it_reports_a_turn_taken_meanwhile(game: Game, client_of: ClientOf, rng: random.Random) -> None:
    take_turn(game, rng)
    late = form_of(game)
    client = acting(game, client_of)
    take_turn(game, rng)
    answer = post(client, game, late, headers=FETCH)
    assert answer.status_code == 409
    assert answer["X-Odin-Part"] == str(game.version)
    assert "The game has moved on. Please choose again." in text_of(answer)


def test_a_turn_that_comes_twice_is_taken_once_and_answered_alike(choosing: Game, client_of: ClientOf) -> None:
    game = choosing
    mover = seat_to_act(game).user
    client, turn = client_of(mover), next(turn for turn in legal_turns(state_of(game)) if turn.pickup)
    sent = form_of(game, turn)
    turn_play(public_id=game.public_id, user=mover, version=game.version, text=str(turn))
    for form in (sent, {**sent, "card": list(reversed(sent["card"]))}, {**sent, "warn": "1", "confirm": "1"}):
        answer = post(client, game, form, headers=FETCH)
        assert answer.status_code == 200
        assert f'data-version="{game.version + 1}"' in text_of(answer)
        assert "bar-refusal" not in text_of(answer)
    assert Move.objects.filter(version=game.version + 1).count() == 1
    assert f"You played {spoken_cards(turn.cards)}" in words_of(client.post(game_url("turn", game), sent, follow=True))


def test_the_turn_that_ends_the_game_may_come_twice(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_before_end([alice, bob], recorded="single_hand_of_two")
    state, client = state_of(game), acting(game, client_of)
    sent = form_of(game, Turn(state.hands[state.to_act]))
    for _time in range(2):
        answer = post(client, game, sent, headers=FETCH)
        assert answer.status_code == 200
        assert "data-over" in text_of(answer)


def test_another_turn_at_that_version_is_an_old_one(choosing: Game, client_of: ClientOf) -> None:
    """A turn that was taken back is an old one, too."""
    game, mover = choosing, seat_to_act(choosing).user
    first, second = [turn for turn in legal_turns(state_of(game)) if turn.pickup][:2]
    turn_play(public_id=game.public_id, user=mover, version=game.version, text=str(first))
    answer = post(client_of(mover), game, form_of(game, second), headers=FETCH)
    assert answer.status_code == 409
    assert "The game has moved on. Please choose again." in text_of(answer)
    turn_undo(public_id=game.public_id, user=mover)
    assert post(client_of(mover), game, form_of(game, first), headers=FETCH).status_code == 409


def test_it_refuses_spectators_and_players_out_of_turn(
    game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    waiting = next(user for user in (alice, bob) if user != seat_to_act(game).user)
    answer = post(client_of(waiting), game, form_of(game))
    assert answer.status_code == 409
    assert post(client_of(charlie), game, form_of(game)).status_code == 404
    visitor = post(Client(), game, form_of(game))
    assert visitor["Location"] == f"/accounts/login/?next={game_url('table', game)}"
    assert not Move.objects.exists()


def test_it_refuses_and_drops_a_pickup_when_going_out(game: Game, client_of: ClientOf) -> None:
    lay(game, "R6 R5", "G9 G8 G7", to_act=0, table="B1", table_seat=1)
    state = state_of(game)
    client = acting(game, client_of)
    chosen = form_of(game, Turn(state.hands[state.to_act]), pickup=str(state.table[0]))
    refused = post(client, game, chosen)
    assert refused.status_code == 422
    assert "You don’t pick up a card when you lead or go out." in text_of(refused)
    assert text_of(refused).count(" checked>") == len(state.hands[state.to_act])
    del chosen["pickup"]
    assert post(client, game, chosen).status_code == 302
    last = Move.objects.select_related("hand").order_by("-version")[0]
    assert last.turn == str(Turn(state.hands[state.to_act]))
    assert last.hand.ended_at is not None


def test_it_says_that_a_game_is_over(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    answer = post(client_of(alice), game, form_of(game))
    assert answer.status_code == 409
    assert 'id="game-over"' in text_of(answer)


def test_it_leads_on_to_the_next_game_that_waits(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_where([alice, bob], lambda state: state.to_act == 1, recorded="target_of_two")
    other = game_where([alice, bob], lambda state: state.to_act == 0, recorded="target_of_two")
    page = text_of(client_of(alice).get(game_url("table", game)))
    assert "Next game (1)" in page
    assert f'id="next-game" href="{game_url("table", other)}"' in page
    there = text_of(client_of(alice).get(game_url("table", other)))
    assert "Next game (" not in there
    # Players of the waiting game are not told of it here, though others' pages count it.
    pill = there.split('id="waiting-games"')[1].split(">")[0]
    assert 'data-total="1"' in pill
    assert pill.endswith(" hidden")
    asked = client_of(alice).get(reverse("games:waiting"), {"besides": other.public_id}).json()
    assert (asked["waiting"], asked["others"], asked["words"]) == (1, 0, "0 games are waiting for you")


def test_a_live_game_offers_no_way_out_where_a_late_tap_may_hit_it(alice: User, bob: User, client_of: ClientOf) -> None:
    live = game_where([alice, bob], lambda state: state.to_act == 1, recorded="target_of_two", pace="3m")
    game_where([alice, bob], lambda state: state.to_act == 0, recorded="target_of_two")
    page = text_of(client_of(alice).get(game_url("table", live)))
    assert "Next game (" not in page
    assert "1 game is waiting for you" in page
