"""The turn that the strongest bot recommends."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext

from games.advice.reasons import reason_words
from games.bots import TurnEstimate, strongest_estimator
from games.engine import Turn, View
from games.web.sentences import labelled

BUDGET_MS: Final = 100


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for a turn. `play` and `pickup` are empty for a pass. `words`: the turn and why. `expected`: the points
    that the seat can expect to be left with at the hand's end, in words; empty if it goes out.
    """

    play: tuple[str, ...]
    pickup: str
    words: str
    expected: str


def advise(view: View, legal: Sequence[Turn], seed: str) -> Advice:
    """The turn that the strongest bot would take in the place of the seat to act. A seed has one answer. The first
    request takes about a tenth of a second; at most one core is busy at a time.
    """
    turn, expected = legal[0], ""
    if len(legal) > 1:
        with _searching:
            best = _best(view, tuple(legal), seed)
        words = gettext("Expected points: {points} (fewer is better)")
        turn, expected = best.turn, words.format(points=_rounded(best.points))
    if turn.cards == view.cards:
        expected = ""
    return Advice(tuple(map(str, turn.cards)), str(turn.pickup or ""), reason_words(view, legal, turn), expected)


# Another request for the same position waits and finds the answer.
_searching: Final = Lock()


@lru_cache(maxsize=128)
def _best(view: View, legal: tuple[Turn, ...], seed: str) -> TurnEstimate:
    return strongest_estimator()[1](view, legal, BUDGET_MS, random.Random(seed))[0]


def expected_words(points: float) -> str:
    """Words like "Expected points: 2.3", to compare two turns."""
    return labelled(gettext("Expected points"), _rounded(points))


def _rounded(points: float) -> str:
    # number_format cuts off digits, and an estimate may be a little below zero.
    return number_format(max(0.0, round(points, 1)), 1)
