"""The players of a standing table's next game, and the order of their seats: plain functions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A member who is in. `out_at`: when they last did not play, or joined."""

    user: int
    out_at: datetime


def players_due(candidates: Iterable[SeatClaim], apart: set[frozenset[int]], seats: int) -> list[int]:
    """At most `seats` accounts, by their ids, with no pair of `apart` among them; [] if no two may play together.
    People who were out last play first.

    So members sit out in turn: of two who are in for the same games, and have no block with others, neither sits out
    twice more than the other.
    """
    chosen: list[int] = []
    for one in reversed(_in_turn(_with_company(candidates, apart))):
        if len(chosen) < seats and not any(frozenset((one.user, other)) in apart for other in chosen):
            chosen.append(one.user)
    return sorted(chosen)


def _with_company(candidates: Iterable[SeatClaim], apart: set[frozenset[int]]) -> list[SeatClaim]:
    """The candidates who may play with at least one other. Any of the rest who got a seat first would play alone."""
    people = list(candidates)
    return [
        one for one in people if any(frozenset((one.user, other.user)) not in apart for other in people if other != one)
    ]


def sit_outs(candidates: Iterable[SeatClaim], players: Collection[int], at: datetime) -> dict[int, datetime]:
    """When those who do not play sat out, by account: `at`, later by microseconds for those whose turn was later, so
    that two who sit out together keep their order.
    """
    waiting = [one for one in _in_turn(candidates) if one.user not in players]
    return {one.user: at + timedelta(microseconds=place) for place, one in enumerate(waiting)}


def _in_turn(candidates: Iterable[SeatClaim]) -> list[SeatClaim]:
    """The candidates, with those who sit out next first."""
    return sorted(candidates, key=lambda one: (one.out_at, one.user))


def rotated(players: Sequence[int], games: int) -> list[int]:
    """The order of seats after so many games: each game moves all players by one seat."""
    turn = games % len(players)
    return [*players[turn:], *players[:turn]]
