"""The inner loop of search in Python, for machines where the compiled one does not run."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from games.bots.greedy import cost, rank
from games.bots.kernel.situation import MAX_TURNS, MIN_DEALS, Play, Situation, Tried
from games.engine.cards import GOAT_BIT, mask_penalty, mask_value
from games.engine.plays import mask_bits, plays

# Only passing and the turns that leave the cheapest cards are tried.
_MAX_PLAYS: Final = 12


class PureKernel:
    work_a_ms = 20

    def search(self, situation: Situation, turns: Sequence[Play], work: int, seed: int) -> list[Tried]:
        """Search with every seat playing on as `greedy`, in deals that are all equally likely. Each step drops half of
        the turns, until two are left, which get the most deals (sequential halving).
        """
        rng, given_up = random.Random(seed), list[Tried]()
        live = [Tried(turn, 0, 0) for turn in promising(situation, turns, _MAX_PLAYS)]
        steps = max(1, (len(live) - 1).bit_length())
        for step in range(steps):
            live = sorted(_try_out(situation, live, work // steps, rng), key=_mean_points)
            if step < steps - 1:
                keep = max(2, (len(live) + 1) // 2)
                live, given_up = live[:keep], live[keep:] + given_up
        return live + given_up

    def learned(self, situation: Situation, *, against_greedy: bool) -> Play:
        return greedy_play(situation.held[situation.to_act], situation.table)


def _mean_points(one: Tried) -> float:
    return one.points / one.deals


def promising(situation: Situation, turns: Sequence[Play], most: int) -> list[Play]:
    """The plays that leave the cheapest cards, at most `most` of them, and a pass if there is one."""
    held = situation.held[situation.to_act]
    ranked = sorted((turn for turn in turns if turn.mask), key=lambda turn: rank(held, *turn))
    return ranked[:most] + [turn for turn in turns if not turn.mask]


def _try_out(situation: Situation, live: Sequence[Tried], work: int, rng: random.Random) -> list[Tried]:
    """Try each turn in the same deals until `work` turns are played."""
    points = [one.points for one in live]
    deals = played = 0
    while deals < MIN_DEALS or played < work:
        hands = deal(situation, rng)
        for at, one in enumerate(live):
            held, taken = play_on(situation, one.play, hands, greedy_play)
            points[at] += mask_penalty(held[situation.to_act])
            played += taken
        deals += 1
    return [Tried(one.play, one.deals + deals, found) for one, found in zip(live, points, strict=True)]


def deal(situation: Situation, rng: random.Random) -> list[int]:
    """Deal the unseen cards at random. Each seat gets as many as it still needs, and a goat always goes to a seat."""
    goat, count = mask_bits(situation.unseen & GOAT_BIT), sum(situation.missing)
    drawn = [*rng.sample(mask_bits(situation.unseen & ~GOAT_BIT), count - len(goat)), *goat]
    if goat:
        at = rng.randrange(count)
        drawn[at], drawn[-1] = drawn[-1], drawn[at]
    hands, at = [], 0
    for known, missing in zip(situation.held, situation.missing, strict=True):
        hands.append(known | sum(drawn[at : at + missing]))
        at += missing
    return hands


def play_on(
    situation: Situation, turn: Play, hands: Sequence[int], choose: Callable[[int, int], Play]
) -> tuple[list[int], int]:
    """Take the turn and play the hand to its end: the cards then held, and the turns taken. `choose` finds a turn by
    the cards held and the table.
    """
    held, seats = list(hands), len(hands)
    acts, owner, table, taken = situation.to_act, situation.owner, situation.table, 0
    while True:
        taken += 1
        if turn.mask:
            held[acts] = held[acts] & ~turn.mask | turn.pickup
            table, owner = turn.mask, acts
        if not held[acts] or taken > MAX_TURNS:
            return held, taken
        acts = (acts + 1) % seats
        if acts == owner:
            table = 0
        turn = choose(held[acts], table)


@lru_cache(maxsize=1 << 17)
def greedy_play(held: int, table: int) -> Play:
    """The turn of `greedy` over `table`. Equal costs go to the lowest value, then to the lowest mask; a pass ranks
    behind an equal play.
    """
    best = (cost(held) if table else 1 << 30, 1 << 60, 0)
    found = Play(0, 0)
    for play in plays(held, table):
        left = held & ~play
        if not left:
            return Play(play, 0)
        for pickup in mask_bits(table) or (0,):
            price = (cost(left | pickup), mask_value(play), play)
            if price < best:
                best, found = price, Play(play, pickup)
    return found
