"""A seat's knowledge of a hand, in the form that kernels take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from games.engine import Turn, View, full_deck, parse_turn
from games.engine.cards import cards_mask, mask_cards

# Tables of one card, two, three and more.
TABLES: Final = 4


class Play(NamedTuple):
    """A turn as masks: a play with the card that it picks up, 0 for none; a pass is two zeros."""

    mask: int
    pickup: int

    @classmethod
    def of(cls, turn: Turn) -> Play:
        return cls(turn.mask, turn.pickup.bit if turn.pickup is not None else 0)


class SeenTurn(NamedTuple):
    """A turn that another seat took, and what all saw when it did: the table, whose set that was (None at a lead), and
    how many cards each seat held.
    """

    seat: int
    table: int
    owner: int | None
    sizes: tuple[int, ...]
    play: Play


@dataclass(frozen=True, slots=True)
class Situation:
    """A seat's knowledge of a hand. `held`: the cards that each seat is known to hold, all of `to_act`'s own.
    `missing`: how many more it holds, from the `unseen` cards. `owner`: the seat whose set is on the table, None at a
    lead. `seen`: the other seats' turns of this hand, oldest first. `gone`: the cards that left the hand. `passed`: for
    each seat, the lowest leading digit that it passed on with tables of one card, two, three and more, 0 for none.
    `points`, `target`, `leader`: the game's points so far, those that end it (None: this hand alone) and the seat that
    led the hand first.
    """

    held: tuple[int, ...]
    missing: tuple[int, ...]
    unseen: int
    table: int
    owner: int | None
    to_act: int
    seen: tuple[SeenTurn, ...] = ()
    gone: int = 0
    passed: tuple[tuple[int, ...], ...] = ()
    points: tuple[int, ...] = ()
    target: int | None = None
    leader: int = 0

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(held.bit_count() + missing for held, missing in zip(self.held, self.missing, strict=True))

    @classmethod
    def of(cls, view: View) -> Situation:
        """The situation of the seat to act. A goat that is in the deck and was not seen is held by another seat."""
        held = tuple(cards_mask(view.cards if seat == view.seat else view.known[seat]) for seat in range(view.seats))
        gone, turns = cards_mask(view.discarded), _seen_turns(view)
        seen = cards_mask(view.table) | gone | sum(held)
        return cls(
            held=held,
            missing=tuple(size - known.bit_count() for size, known in zip(view.sizes, held, strict=True)),
            unseen=cards_mask(full_deck(view.colours, goat=view.goat)) & ~seen,
            table=cards_mask(view.table),
            owner=view.table_seat,
            to_act=view.to_act,
            seen=turns,
            gone=gone,
            passed=_passed(turns, view.seats),
            points=view.points,
            target=view.target,
            leader=view.leader,
        )


def _seen_turns(view: View) -> tuple[SeenTurn, ...]:
    turns = [(taken.seat, Play.of(parse_turn(taken.turn))) for taken in view.history]
    seen, sizes = [], list(view.sizes)
    for (seat, play), before in reversed(list(zip(turns, _owners(turns, view.seats), strict=True))):
        sizes[seat] += play.mask.bit_count() - (play.pickup != 0)
        if seat != view.seat:
            seen.append(SeenTurn(seat, *before, tuple(sizes), play))
    return tuple(reversed(seen))


def _passed(turns: Iterable[SeenTurn], seats: int) -> tuple[tuple[int, ...], ...]:
    lowest = [[0] * TABLES for _ in range(seats)]
    for one in turns:
        if not one.play.mask:
            of_seat, size = lowest[one.seat], min(TABLES, one.table.bit_count())
            digit = max(card.number for card in mask_cards(one.table))
            of_seat[size - 1] = min(digit, of_seat[size - 1] or digit)
    return tuple(map(tuple, lowest))


def _owners(turns: Sequence[tuple[int, Play]], seats: int) -> list[tuple[int, int | None]]:
    """The table and the seat that played it, before each turn of the hand."""
    found: list[tuple[int, int | None]] = []
    table, owner = 0, None
    for seat, play in turns:
        found.append((table, owner))
        if play.mask:
            table, owner = play.mask, seat
        elif (seat + 1) % seats == owner:
            table, owner = 0, None
    return found


class Tried(NamedTuple):
    """A turn, and the sum of the points that the seat to act had at the hand's end in `deals` deals."""

    play: Play
    deals: int
    points: float


class Kernel(Protocol):
    """The inner loop of search. Implementations differ in strength, speed and the chance that they draw from a seed."""

    # Its work in a millisecond on a slow machine, in its own units.
    work_a_ms: int

    def search(self, situation: Situation, turns: Sequence[Play], work: int, seed: int) -> list[Tried]:
        """Try the most promising `turns` in the same random deals, at least `MIN_DEALS`, until about so much
        work is done. Returns those tried, best first.
        """
        ...

    def learned(self, situation: Situation, *, against_greedy: bool) -> Play:
        """The turn that the learned policy likes best; in Python, which has none, the one of `greedy`. With two seats,
        `against_greedy` takes the weights that were learned against it.
        """
        ...


# Deals for each turn, even with a small budget.
MIN_DEALS = 4
# A playout stops after this many turns and counts the cards then held.
MAX_TURNS = 600
