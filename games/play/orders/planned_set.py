"""Sets that a seat plans for its next turn, each with a rule for the card to pick up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import (
    COLOURS,
    Card,
    HandState,
    IllegalTurn,
    Refusal,
    Turn,
    is_set,
    legal_turns,
    parse_cards,
    parse_turn,
)
from games.play.orders.pickup_choice import preferred_pickup

MAX_SETS: Final = 5
# The card to pick up: the one that the strongest bot prefers, the highest or lowest number, a number or a colour.
BOT: Final = "bot"
RULES: Final = (BOT, "high", "low", *"987654321", *COLOURS)


@dataclass(frozen=True, slots=True)
class PlannedSet:
    """Cards (canonical) to play if they then beat the table, and one of RULES. Written as "B7R7<high"."""

    cards: tuple[Card, ...]
    pickup: str = BOT

    def __str__(self) -> str:
        return f"{self.text}<{self.pickup}"

    @property
    def text(self) -> str:
        """The cards as text, which name the set among those of a plan."""
        return "".join(map(str, self.cards))

    @classmethod
    def parse(cls, text: str) -> PlannedSet:
        cards, _arrow, pickup = text.partition("<")
        return cls(parse_cards(cards), pickup)

    def turns(self, state: HandState) -> tuple[Turn, ...]:
        """The turns of the seat to act that play the set over the table; () if it doesn't beat it, and at a lead.
        Several are left, which differ in the card picked up, if the strongest bot is to choose.
        """
        if not state.table_mask:
            return ()
        turns = tuple(turn for turn in legal_turns(state) if turn.cards == self.cards)
        if len(turns) < 2 or self.pickup == BOT:
            return turns
        card = preferred_pickup(self.pickup, state.table, ())
        return tuple(turn for turn in turns if turn.pickup == card)


def sets_turns(sets: Sequence[PlannedSet], state: HandState) -> tuple[Turn, ...]:
    """The turns of the first of the sets that beats the table, as `PlannedSet.turns`."""
    return next((turns for planned in sets if (turns := planned.turns(state))), ())


def checked_cards(text: str, held: Sequence[Card]) -> tuple[Card, ...]:
    """The set, in canonical order. Raises IllegalTurn if it is not one of cards held; it need not beat the table."""
    cards = parse_turn(text).cards
    if not cards:
        raise IllegalTurn(Refusal.MALFORMED)
    if len(set(cards)) < len(cards):
        raise IllegalTurn(Refusal.DUPLICATE_CARD)
    if not set(cards) <= set(held):
        raise IllegalTurn(Refusal.NOT_YOUR_CARD)
    if not is_set(cards):
        raise IllegalTurn(Refusal.NOT_A_SET)
    return cards


def sets_with(sets: Sequence[PlannedSet], planned: PlannedSet) -> list[PlannedSet]:
    """The sets with `planned` at the end, or in place of the one of the same cards."""
    if any(other.cards == planned.cards for other in sets):
        return [planned if other.cards == planned.cards else other for other in sets]
    return [*sets, planned]


def sets_raised(sets: Sequence[PlannedSet], text: str) -> list[PlannedSet]:
    """The sets with the one of the cards `text` moved one place up, if it is there."""
    raised = list(sets)
    at = next((at for at, planned in enumerate(raised) if planned.text == text), 0)
    if at:
        raised[at - 1], raised[at] = raised[at], raised[at - 1]
    return raised
