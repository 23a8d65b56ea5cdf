"""Games in given states, and the cards in a response."""

from __future__ import annotations

import html
import re

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import HandState, full_deck
from games.models import Game, Seat
from games.play.selectors import visible_game
from games.table import TableView, table_view
from games.web.card_art import card_name
from games.web.card_words import short_card
from tests.page_texts import markup_of, words_of

NAMES = {
    card_name(str(card)) if str(card) == "X0" else short_card(str(card)): str(card) for card in full_deck(goat=True)
}


def game_url(name: str, game: Game) -> str:
    return reverse(f"games:{name}", args=[game.public_id])


def seat_of(game: Game, name: str) -> Seat:
    return game.seats.select_related("user").get(user__handle=name)


def hidden_from(state: HandState, deck: list[str], seat: int | None) -> set[str]:
    """Others' cards not seen picked up, and the undealt; None is a spectator."""
    held = [
        card
        for number, cards in enumerate(state.hands)
        for card in cards
        if number != seat and card not in state.known[number]
    ]
    return {str(card) for card in held} | set(deck[9 * state.seats :])


def cards_told(text: str) -> set[str]:
    """The cards in the text: by code, alone or in a set, in words, or drawn."""
    plain = html.unescape(text)
    found: set[str] = set()
    for run in re.findall(r"(?<![A-Za-z0-9])(?:[BRPGKOX][0-9])+(?![A-Za-z0-9])", plain):
        found.update(run[at : at + 2] for at in range(0, len(run), 2))
    for drawn in re.findall(r'<svg class="card [^"]*card-([BRPGKOX])\b[^>]*>(.*?)</svg>', text, flags=re.DOTALL):
        number = re.search(r"#c-n(\d)", drawn[1])
        assert number is not None
        found.add(drawn[0] + number[1])
    return found | {NAMES[words] for words in re.findall("|".join(map(re.escape, NAMES)), plain)}


def without_earlier_hands(page: str) -> str:
    """The page without the score sheet and missed turns, whose cards are public and may be held again."""
    return re.sub(r'<section class="[^"]*" id="(hands|since)".*?</section>', "", page, flags=re.DOTALL)


def without_seen(page: str) -> str:
    """The page without the list of the whole deck, which names each card (see test_seen)."""
    return re.sub(r'<section class="panel" id="seen".*?</section>', "", page, flags=re.DOTALL)


def text_of(response: object) -> str:
    return markup_of(response)


def page_of(client: Client, game: Game) -> str:
    return words_of(client.get(game_url("table", game)))


def seen_by(game: Game, user: User | None) -> TableView:
    """The table as the user sees it; None is a visitor."""
    return table_view(visible_game(game.public_id, user), user)
