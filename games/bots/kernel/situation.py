"""What a seat knows of a hand, in the form that kernels take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from games.engine import Turn, View, full_deck
from games.engine.cards import cards_mask


class Play(NamedTuple):
    """A turn as masks: a play with the card that it picks up, 0 for none; a pass is two zeros."""

    mask: int
    pickup: int

    @classmethod
    def of(cls, turn: Turn) -> Play:
        return cls(turn.mask, turn.pickup.bit if turn.pickup is not None else 0)


@dataclass(frozen=True, slots=True)
class Situation:
    """`held`: the cards that each seat is known to hold, all of `to_act`'s own. `missing`: how many more it holds, from
    the `unseen` cards. `owner`: the seat whose set lies on the table, None at a lead.
    """

    held: tuple[int, ...]
    missing: tuple[int, ...]
    unseen: int
    table: int
    owner: int | None
    to_act: int

    @classmethod
    def of(cls, view: View) -> Situation:
        """Read the view of the seat to act. Another seat holds a goat that is in the deck and was not seen."""
        held = tuple(cards_mask(view.cards if seat == view.seat else view.known[seat]) for seat in range(view.seats))
        seen = cards_mask(view.table) | cards_mask(view.discarded) | sum(held)
        return cls(
            held=held,
            missing=tuple(size - known.bit_count() for size, known in zip(view.sizes, held, strict=True)),
            unseen=cards_mask(full_deck(view.colours, goat=view.goat)) & ~seen,
            table=cards_mask(view.table),
            owner=view.table_seat,
            to_act=view.to_act,
        )


class Kernel(Protocol):
    """The inner loop of search. Implementations agree on all but the chance that they draw from a seed."""

    # How many turns it plays in a millisecond on a slow machine.
    turns_a_ms: int

    def try_out(self, situation: Situation, turns: Sequence[Play], work: int, seed: int) -> tuple[int, list[int]]:
        """Try all turns in the same random deals, playing on as `greedy`, until `work` turns are played. Returns how
        many deals that were, at least `MIN_DEALS`, and for each turn the sum of the points that the seat to act had at
        the hand's end.
        """
        ...

    def learned(self, situation: Situation) -> Play:
        """The turn that the learned policy likes best; in Python, which has none, the one of `greedy`."""
        ...


# Deals for each turn, however little work is asked for.
MIN_DEALS = 4
# A playout stops after this many turns and counts the cards then held.
MAX_TURNS = 600
