"""The public knowledge about the deck."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.engine import HandState, full_deck
from games.lobby.services import NewGame
from games.models import Game
from games.table import TableView, table_view
from games.table.seen_cards import Seen
from tests.clients import ClientOf
from tests.factories import state_of
from tests.games_laid import game_where, lay_game
from tests.page_texts import words_of
from tests.table.tables import cards_told, game_url, hidden_from, seat_of, text_of


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    """The newest hand has cards out of play and others seen picked up."""
    return game_where([alice, bob, charlie], shows_much, recorded="three_with_goat")


def shows_much(state: HandState) -> bool:
    return bool(state.discarded and state.table) and sum(map(bool, state.known)) > 1


def seen_in(view: TableView) -> Seen:
    assert view.seen is not None
    return view.seen


def codes(seen: Seen, where: str) -> set[str]:
    return {card.code for row in seen.rows for card in row.cards if card.where == where}


def test_every_card_of_the_deck_has_one_place(game: Game, alice: User, bob: User) -> None:
    state = state_of(game)
    for user, seat in ((alice, 0), (bob, 1), (None, None)):
        seen = seen_in(table_view(game, user))
        own = set() if seat is None else set(map(str, state.hands[seat]))
        assert [card.code for row in seen.rows for card in row.cards] == [
            str(card) for row in seen.rows for card in sorted(full_deck(goat=True)) if card.colour == row.colour
        ]
        assert codes(seen, "mine") == own
        assert codes(seen, "table") == set(map(str, state.table))
        assert codes(seen, "gone") == set(map(str, state.discarded))
        held = {card.code: card.holder for row in seen.rows for card in row.cards if card.where == "held"}
        for number, known in enumerate(state.known):
            if number != seat:
                assert {code for code, holder in held.items() if holder and holder.seat == number} == set(
                    map(str, known)
                )
        assert seen.gone == len(state.discarded)
        assert seen.unseen == 55 - len(state.discarded) - len(state.table) - len(held) - len(own)
        shown = {card.code for row in seen.rows for card in row.cards if card.shown}
        assert shown == (set() if seat is None else set(map(str, state.known[seat])))


def test_it_leaves_removed_colours_out(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, two_player_deck=True))
    assert len(seen_in(table_view(game, alice)).rows) == 4


def test_the_page_tells_it_in_words_and_tells_nothing_hidden(game: Game, alice: User, client_of: ClientOf) -> None:
    state, page = state_of(game), client_of(alice).get(game_url("table", game))
    panel = re.search(r'<section class="panel" id="seen".*?</section>', text_of(page), flags=re.DOTALL)
    assert panel is not None
    words = words_of(page)
    assert f"Discarded: {len(state.discarded)}." in words
    assert "yours" in words
    holder = next(number for number, cards in enumerate(state.known) if cards and number != 0)
    name = game.seats.get(number=holder).user.name
    assert f": {name} holds it" in words
    assert "Known cards:" in words
    seat = re.search(rf'<li id="seat-{holder}".*?</li>', text_of(page), flags=re.DOTALL)
    assert seat is not None
    assert cards_told(seat[0]) == set(map(str, state.known[holder]))
    deck = list(game.hands.get(number=table_view(game, None).hand).deck)
    assert not cards_told(text_of(page).replace(panel[0], "")) & hidden_from(state, deck, seat_of(game, "alice").number)


def test_each_seat_says_how_far_it_is_from_the_target(game: Game) -> None:
    game.seats.filter(number=1).update(points=9)
    words = words_of(Client().get(game_url("table", game)))
    assert "9 of 15 6 to go" in words
