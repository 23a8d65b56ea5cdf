"""The schedule of a league: the players of each table, round by round, in their seats. Plain functions of two numbers.

A league of `people` at tables of at most `seats` has rounds. In each round all people play, at as few tables as there
can be, whose sizes differ by at most one; only at tables of two one person of an odd number sits out. Each table plays
two games, the second with its seats in reverse order, so that your left neighbour becomes your right one.

Everybody meets everybody at one table or more, and all pairs meet about equally often. Tables of two play each pair
once, by the circle method. For larger tables designs.txt has the rounds: where the mathematics knows a design in which
each pair meets exactly once, it is that one (Kirkman's schoolgirls, affine planes). The others were found by a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

FEWEST_PEOPLE: Final = 3
MOST_PEOPLE: Final = 24
SEATS: Final = range(2, 7)
GAMES_A_TABLE: Final = 2

Player = TypeVar("Player")
Table: TypeAlias = tuple[int, ...]
"""The numbers of people, from 0, in the order of their seats in the first game."""
Round: TypeAlias = tuple[Table, ...]


@cache
def league_rounds(people: int, seats: int) -> tuple[Round, ...]:
    """The rounds of a league. Raises ValueError for numbers outside FEWEST_PEOPLE to MOST_PEOPLE, or SEATS."""
    if not FEWEST_PEOPLE <= people <= MOST_PEOPLE or seats not in SEATS:
        raise ValueError(f"no league of {people} at tables of {seats}")
    if seats >= people:
        return ((tuple(range(people)),),)
    if seats == min(SEATS):
        return _circle(people)
    return _seated(_designs()[people, seats])


def seating(players: Sequence[Player], game: int) -> Sequence[Player]:
    """The order of seats in a table's game, 0 or 1. `players`: in the order of the first."""
    return players[::-1] if game % GAMES_A_TABLE else players


def meetings(rounds: Iterable[Round]) -> Counter[frozenset[int]]:
    """At how many tables each pair meets."""
    tables = [table for each in rounds for table in each]
    return Counter(frozenset((one, other)) for table in tables for one in table for other in table if one < other)


def _circle(people: int) -> tuple[Round, ...]:
    """One person stays, the others move around a circle; each plays the one opposite. With an odd number, the person
    opposite the one who stays sits out.
    """
    moving, stays = people - 1 + people % 2, people - 1
    rounds = []
    for turn in range(moving):
        pairs = [((turn + step) % moving, (turn - step) % moving) for step in range(1, (moving + 1) // 2)]
        rounds.append((*(() if people % 2 else ((turn, stays),)), *pairs))
    return tuple(rounds)


@cache
def _designs() -> dict[tuple[int, int], list[list[str]]]:
    """The rounds of designs.txt by people and seats; each letter is a person."""
    found = {}
    for line in Path(__file__).with_name("designs.txt").read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            people, seats, rounds = line.split(" ", 2)
            found[int(people), int(seats)] = [each.split(" ") for each in rounds.split("/")]
    return found


def _seated(rounds: Sequence[Sequence[str]]) -> tuple[Round, ...]:
    """Choose each table's order of seats, so that people come to sit in all seats about equally often."""
    sat: Counter[tuple[int, int]] = Counter()
    seated = []
    for each in rounds:
        tables = [_fairest([ord(letter) - ord("a") for letter in letters], sat) for letters in each]
        sat.update(taken for table in tables for taken in _taken(table))
        seated.append(tuple(tables))
    return tuple(seated)


def _taken(table: Table) -> list[tuple[int, int]]:
    """The people and seats of a table's games."""
    games = (seating(table, game) for game in range(GAMES_A_TABLE))
    return [(one, seat) for order in games for seat, one in enumerate(order)]


def _fairest(people: Sequence[int], sat: Counter[tuple[int, int]]) -> Table:
    """The order that puts people where they sat least."""
    last = len(people) - 1
    # What it adds to the squares of the numbers of times. The middle is the middle in both games.
    adds = {
        (one, seat): 4 * sat[one, seat] + 4 if seat == last - seat else 2 * (sat[one, seat] + sat[one, last - seat]) + 2
        for one in people
        for seat in range(last + 1)
    }
    return min(permutations(people), key=lambda order: sum(adds[one, seat] for seat, one in enumerate(order)))
