"""The results of a hand of a week, for people who have finished it, and for everyone once the week is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from games import bots
from games.daily.proof import HandProof, hand_proof
from games.daily.results import PlayedLine, best_line, finished, hand_lines, strongest_of
from games.daily.selectors import solo_of
from games.daily.solo import begun
from games.daily.table import dealt_cards, hand_table
from games.learning.table import PracticeTable
from games.models import HandPlay, WeeklyHand
from games.table import Player
from games.weekly.calendar import is_over
from games.weekly.hands import WEEKS
from games.weekly.selectors import hand_average


@dataclass(frozen=True, slots=True)
class WeeklyHandResults:
    """`mine`: the reader's own table at the end, with their `points`; None if they did not finish. `average`:
    everyone's. `lines`: their own play, the strongest bot's and, after the week, the best.
    """

    mine: PracticeTable | None
    points: int | None
    average: float | None
    strongest: str
    strongest_points: int | None
    lines: Sequence[PlayedLine]
    dealt: Sequence[tuple[Player, tuple[str, ...]]]
    proof: HandProof


def hand_results(row: WeeklyHand, user: User | None, play: HandPlay | None) -> WeeklyHandResults:
    """Two queries."""
    hand, over = row.hand, is_over(row.week)
    own, strongest = finished(hand, play), strongest_of(hand)
    number = WEEKS.number(row.chain, row.week, row.number)
    seed = WEEKS.seed(row.chain, number) if over else None
    return WeeklyHandResults(
        mine=hand_table(own, user) if own is not None else None,
        points=own.points if own is not None else None,
        average=hand_average(row),
        strongest=bots.get(bots.names()[-1]).label,
        strongest_points=strongest.points if strongest is not None else None,
        lines=[*hand_lines(hand, play), *(best_line(hand, play) if over else ())],
        dealt=dealt_cards(begun(solo_of(hand)), user),
        proof=hand_proof(WEEKS.opening(row.chain), number, seed, closed=over),
    )
