"""A second reading of games, by sets of card texts alone: what a saga says must be true of it.

It shares nothing with the engine. The rules are those of RULES.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.engine.record_schema import Record, RecordedHand

GOAT = "X0"


def codes(text: str) -> list[str]:
    return re.findall("[BRPGKOX][0-9]", text)


def worth(cards: Sequence[str]) -> int:
    return int("".join(sorted((card[1] for card in cards), reverse=True)))


def makes_set(cards: Sequence[str]) -> bool:
    plain = [card for card in cards if card != GOAT]
    one_colour = len({card[0] for card in plain}) <= 1
    one_number = len({card[1] for card in cards}) == 1
    return one_colour or one_number


def ways(held: set[str], table: list[str]) -> int:
    """The sets that beat the table, by trying all."""
    found = 0
    for size in (len(table), len(table) + 1):
        for cards in combinations(sorted(held), size):
            found += makes_set(cards) and worth(cards) > worth(table)
    return found


@dataclass
class Moment:
    """A turn as it was taken. `table`: before it, [] at a lead; `owner`: of the table."""

    hand: int
    seat: int
    by: str
    text: str
    held: set[str]
    table: list[str]
    owner: int


def moments(hand: RecordedHand) -> Iterator[Moment]:
    """The hand turn by turn; the last moment's text is "end", for each seat what it held then."""
    held = [{str(card) for card in cards} for cards in hand.deals]
    table: list[str] = []
    owner, passes = -1, 0
    for turn in hand.turns:
        yield Moment(hand.number, turn.seat, turn.by, turn.text, set(held[turn.seat]), list(table), owner)
        if turn.text == "pass":
            passes += 1
            if passes == len(held) - 1:
                table, passes = [], 0
            continue
        played, _arrow, picked = turn.text.partition("<")
        held[turn.seat] = held[turn.seat] - set(codes(played)) | set(codes(picked))
        table, owner, passes = codes(played), turn.seat, 0
    for seat, cards in enumerate(held):
        yield Moment(hand.number, seat, "", "end", cards, table, owner)


def counted(record: Record) -> list[RecordedHand]:
    return [hand for hand in record.hands if hand.points is not None and not hand.voided]


def all_moments(record: Record) -> list[Moment]:
    return [moment for hand in counted(record) for moment in moments(hand)]


def standings(record: Record) -> list[tuple[int, list[int]]]:
    """The numbers of hands, and the points after each."""
    totals, rows = [0] * record.options.seats, []
    for hand in counted(record):
        totals = [have + more for have, more in zip(totals, hand.points or (), strict=True)]
        rows.append((hand.number, list(totals)))
    return rows
