"""Where the cards of the deck are, as the viewer may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.engine import Card, View, full_deck
from games.table.players import Player

Where = Literal["mine", "table", "gone", "held", "unseen"]


@dataclass(frozen=True, slots=True)
class SeenCard:
    """`holder` picked it up. `shown`: it is the viewer's own, and the others know it."""

    code: str
    where: Where
    holder: Player | None = None
    shown: bool = False


@dataclass(frozen=True, slots=True)
class SeenRow:
    """One colour's cards, 9 to 1; the goat has a row of its own (`colour` X)."""

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
        """With other seats, or not dealt."""
        return sum(card.where == "unseen" for row in self.rows for card in row.cards)


def seen_cards(view: View, players: Sequence[Player]) -> Seen:
    deck = full_deck(view.colours, goat=view.goat)
    colours = dict.fromkeys(card.colour for card in deck)
    return Seen(
        tuple(
            SeenRow(colour, tuple(_seen(card, view, players) for card in sorted(deck) if card.colour == colour))
            for colour in colours
        )
    )


def _seen(card: Card, view: View, players: Sequence[Player]) -> SeenCard:
    code = str(card)
    holder = next((seat for seat, cards in enumerate(view.known) if card in cards), None)
    if card in view.cards:
        return SeenCard(code, "mine", shown=holder is not None)
    if card in view.table:
        return SeenCard(code, "table")
    if card in view.discarded:
        return SeenCard(code, "gone")
    if holder is not None:
        return SeenCard(code, "held", players[holder])
    return SeenCard(code, "unseen")
