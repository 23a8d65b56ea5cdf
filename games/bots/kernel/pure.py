"""The inner loop of search in Python, for machines where the compiled one does not run."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from games.bots.greedy import cost
from games.bots.kernel.situation import MAX_TURNS, MIN_DEALS, Play, Situation
from games.engine.cards import GOAT_BIT, mask_penalty, mask_value
from games.engine.plays import mask_bits, plays


class PureKernel:
    turns_a_ms = 20

    def try_out(self, situation: Situation, turns: Sequence[Play], work: int, seed: int) -> tuple[int, list[int]]:
        rng, points = random.Random(seed), [0] * len(turns)
        deals = played = 0
        while deals < MIN_DEALS or played < work:
            hands = _deal(situation, rng)
            for at, turn in enumerate(turns):
                left, taken = _points_after(situation, turn, hands)
                points[at] += left
                played += taken
            deals += 1
        return deals, points

    def learned(self, situation: Situation) -> Play:
        return greedy_play(situation.held[situation.to_act], situation.table)


def _deal(situation: Situation, rng: random.Random) -> list[int]:
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


def _points_after(situation: Situation, turn: Play, hands: Sequence[int]) -> tuple[int, int]:
    """The points of the seat to act at the hand's end, and the turns taken."""
    held, seats = list(hands), len(hands)
    acts, owner, table, taken = situation.to_act, situation.owner, situation.table, 0
    while True:
        taken += 1
        if turn.mask:
            held[acts] = held[acts] & ~turn.mask | turn.pickup
            table, owner = turn.mask, acts
        if not held[acts] or taken > MAX_TURNS:
            return mask_penalty(held[situation.to_act]), taken
        acts = (acts + 1) % seats
        if acts == owner:
            table = 0
        turn = greedy_play(held[acts], table)


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
