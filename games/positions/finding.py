"""Finds the turn of a hand that is worth a position of the day: the strongest bot is sure of it, and it was missed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from games import bots
from games.bots import TurnEstimate, strongest_estimator
from games.positions.moment import KINDS, Moment

# The first look at a turn, and each of two later looks by which the bot confirms it with other deals.
FIRST_MS: Final = 50
SURE_MS: Final = 500
LOOKS: Final = 2
# By how many points the best turn beats the second and the one taken.
SURE: Final = 0.8
LEAST_TURNS: Final = 4
LEAST_CARDS: Final = 3
SHOWN_ESTIMATES: Final = 6
# These bots make people's mistakes; so many of them miss the turn.
GENTLE: Final = ("skald", "seidmadr", "hirdman")
LEAST_MISSED: Final = 2


def hand_moment(hand: Moment, places: Iterable[int], seed: int) -> Moment | None:
    """The moment of the hand to ask about, of the rarest kind and the clearest, if it has one. `hand` has no `place`
    and `estimates` yet; `places`: of the turns that may be asked about. A seed has one answer. Takes seconds.
    """
    found = _moments(hand, places, random.Random(seed))
    return max(found, key=lambda moment: (KINDS.index(moment.kind), _margin(moment.estimates)), default=None)


def _moments(hand: Moment, places: Iterable[int], rng: random.Random) -> Iterator[Moment]:
    for place in places:
        moment = replace(hand, place=place)
        if _is_question(moment):
            estimates = _sure(moment, rng)
            if estimates:
                yield replace(moment, estimates=estimates)


def _is_question(moment: Moment) -> bool:
    return len(moment.legal) >= LEAST_TURNS and moment.cards >= LEAST_CARDS


def _sure(moment: Moment, rng: random.Random) -> tuple[tuple[str, float], ...]:
    """The bot's estimates, or () if it is not sure, the turn was not missed, or others would not miss it."""
    estimate, view, legal = strongest_estimator()[1], moment.view, moment.legal
    found = estimate(view, legal, FIRST_MS, rng)
    if not _is_clear(found, moment.taken) or _missed(moment, str(found[0].turn), rng) < LEAST_MISSED:
        return ()
    for _look in range(LOOKS):
        again = estimate(view, legal, SURE_MS, rng)
        if again[0].turn != found[0].turn or not _is_clear(again, moment.taken):
            return ()
        found = again
    return tuple((str(one.turn), round(one.points, 2)) for one in found[:SHOWN_ESTIMATES])


def _is_clear(found: Sequence[TurnEstimate], taken: str) -> bool:
    """Whether the best turn beats the second and the one taken by enough points."""
    if len(found) < 2 or str(found[0].turn) == taken:
        return False
    real = [one for one in found if str(one.turn) == taken]
    return all(one.points - found[0].points >= SURE for one in (found[1], *real))


def _margin(estimates: Sequence[tuple[str, float]]) -> float:
    return estimates[1][1] - estimates[0][1]


def _missed(moment: Moment, best: str, rng: random.Random) -> int:
    """How many of the gentle bots choose another turn."""
    view, legal = moment.view, moment.legal
    return sum(str(bots.get(name).choose(view, legal, 0, rng)) != best for name in GENTLE)
