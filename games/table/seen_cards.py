"""The places of the deck's cards, as far as the viewer may know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from games.engine import Card, View, full_deck
from games.table.players import Player

Where = Literal["mine", "table", "gone", "held", "unseen"]


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card of the deck. `holder` picked it up. `shown`: it is the viewer's own, and the others know it."""

    code: str
    where: Where
    holder: Player | None = None
    shown: bool = False


@dataclass(frozen=True, slots=True)
class SeenRow:
    """The cards of one colour, 9 to 1; the goat has its own row (`colour` X)."""

    colour: str
    cards: tuple[SeenCard, ...]

    @property
    def gone(self) -> tuple[SeenCard, ...]:
        return tuple(card for card in self.cards if card.where == "gone")


@dataclass(frozen=True, slots=True)
class Seen:
    rows: tuple[SeenRow, ...]

    @property
    def gone(self) -> int:
        return sum(len(row.gone) for row in self.rows)

    @property
    def unseen(self) -> int:
        """The number of cards that other seats hold or that were not dealt."""
        return sum(card.where == "unseen" for row in self.rows for card in row.cards)


def seen_cards(view: View, players: Sequence[Player]) -> Seen:
    holders = {card: players[seat] for seat, cards in enumerate(view.known) for card in cards}
    places: dict[Card, Where] = dict.fromkeys(holders, "held")
    places.update(dict.fromkeys(view.discarded, "gone"))
    places.update(dict.fromkeys(view.table, "table"))
    places.update(dict.fromkeys(view.cards, "mine"))
    return Seen(
        tuple(
            SeenRow(colour, tuple(_seen(card, places.get(card, "unseen"), holders.get(card)) for card in cards))
            for colour, cards in _rows_of(view.colours, goat=view.goat).items()
        )
    )


@cache
def _rows_of(colours: str, *, goat: bool) -> dict[str, tuple[Card, ...]]:
    deck = full_deck(colours, goat=goat)
    return {
        colour: tuple(card for card in sorted(deck) if card.colour == colour)
        for colour in dict.fromkeys(card.colour for card in deck)
    }


def _seen(card: Card, where: Where, holder: Player | None) -> SeenCard:
    return SeenCard(str(card), where, holder if where == "held" else None, shown=where == "mine" and holder is not None)
