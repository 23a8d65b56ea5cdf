"""What a turn is worth: the points that its seat is left with at the hand's end, on average over what may be.

A seat knows its own cards, those that everybody knows of others, and how many each holds. The rest is dealt to the
others by chance, many times over, and each time the hand is played to its end, everybody playing as `greedy` does. All
turns are tried in the same deals, so that they are not told apart by luck.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.bots.greedy import cost, rank
from games.engine import Turn, View, full_deck
from games.engine.cards import GOAT_BIT, mask_of, mask_value, penalty_of_mask
from games.engine.plays import bits_of, plays

# So many turns of a hand played to its end are reckoned to take a millisecond. A count, not a clock, ends the work, so
# that the same chance gives the same answer on any machine.
TURNS_A_MS: Final = 20
# Only the turns that leave the cheapest cards are tried, and passing.
MOST_TRIED: Final = 12
# Deals that each turn is tried in at least, however small the budget.
FEWEST_DEALS: Final = 4
# Longer no hand goes on: whoever plays on for ever holds the cards then held.
LONGEST: Final = 600


@dataclass(frozen=True, slots=True)
class Weighed:
    """A turn and the points that its seat is expected to be left with at the hand's end; fewer are better."""

    turn: Turn
    points: float


@dataclass(slots=True)
class _Tried:
    """A turn, the points it has cost so far in all deals together, and in how many."""

    turn: Turn
    sum: int = 0
    deals: int = 0

    @property
    def points(self) -> float:
        return self.sum / self.deals


def weigh(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> list[Weighed]:
    """The most promising of the `legal` turns of the seat that acts in `view`, best first.

    Half of the turns are given up again and again until two are left, which are tried in most deals. To compare two
    turns, name these two alone: then both are tried in the same deals, and neither was picked for its luck in them.
    """
    assert view.seat is not None
    tried = [_Tried(turn) for turn in _promising(view, legal)]
    live, work = list(tried), budget_ms * TURNS_A_MS
    steps = max(1, (len(live) - 1).bit_length())
    deals = _Deals(view, rng)
    for step in range(steps):
        _try_out(view, live, deals, work // steps)
        live.sort(key=lambda one: one.points)
        if step < steps - 1:
            live = live[: max(2, (len(live) + 1) // 2)]
    # Those that were given up stay behind those that were not: of them less is known.
    rest = sorted((one for one in tried if one not in live), key=lambda one: one.points)
    return [Weighed(one.turn, one.points) for one in (*live, *rest)]


def _promising(view: View, legal: Sequence[Turn]) -> list[Turn]:
    held = mask_of(view.cards)
    ranked = sorted((turn for turn in legal if not turn.is_pass), key=lambda turn: rank(held, turn))
    return ranked[:MOST_TRIED] + [turn for turn in legal if turn.is_pass]


def _try_out(view: View, live: Sequence[_Tried], deals: _Deals, work: int) -> None:
    """Try each turn in the same deals until `work` turns have been played to ends of hands."""
    done = 0
    for number in range(work + FEWEST_DEALS):
        if done >= work and number >= FEWEST_DEALS:
            break
        hands = deals.draw()
        for one in live:
            points, turns = _points_after(view, one.turn, hands)
            one.sum += points
            one.deals += 1
            done += turns


class _Deals:
    """Deals the cards that a seat does not see as they may lie: each seat's number of cards and known cards hold, and
    a goat that is in the deck is with some seat, never among the cards that were not dealt."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self._rng = rng
        self._known = [mask_of(view.cards if seat == view.seat else view.known[seat]) for seat in range(view.seats)]
        missing = zip(view.sizes, self._known, strict=True)
        self._missing = [size - known.bit_count() for size, known in missing]
        seen = mask_of(view.table) | mask_of(view.discarded) | sum(self._known)
        unseen = mask_of(full_deck(view.colours, goat=view.goat)) & ~seen
        self._goat = bits_of(unseen & GOAT_BIT)
        self._unseen = bits_of(unseen & ~GOAT_BIT)

    def draw(self) -> list[int]:
        """The cards of each seat."""
        count = sum(self._missing)
        drawn = [*self._rng.sample(self._unseen, count - len(self._goat)), *self._goat]
        if self._goat:
            at = self._rng.randrange(count)
            drawn[at], drawn[-1] = drawn[-1], drawn[at]
        hands, at = [], 0
        for known, missing in zip(self._known, self._missing, strict=True):
            hands.append(known | sum(drawn[at : at + missing]))
            at += missing
        return hands


def _points_after(view: View, turn: Turn, hands: Sequence[int]) -> tuple[int, int]:
    """The points of the view's seat after `turn` and the hand's end, and how many turns that took."""
    play, pickup = turn.mask, turn.pickup.bit if turn.pickup is not None else 0
    held, seats, table = list(hands), view.seats, mask_of(view.table)
    acts, owner, taken = view.to_act, view.table_seat, 0
    while True:
        taken += 1
        if play:
            held[acts] = held[acts] & ~play | pickup
            table, owner = play, acts
        if not held[acts] or taken > LONGEST:
            return penalty_of_mask(held[view.to_act]), taken
        acts = (acts + 1) % seats
        if acts == owner:
            table = 0
        play, pickup = _greedy_turn(held[acts], table)


@lru_cache(maxsize=1 << 17)
def _greedy_turn(held: int, table: int) -> tuple[int, int]:
    """What `greedy` does with these cards over `table`: the play and the card it picks up, zeros for a pass."""
    beaten, passes = bits_of(table), (0, 0)
    # A pass stands behind an equal play: its value counts as without end.
    best, found = ((cost(held), float("inf")), passes) if table else ((float("inf"), 0.0), passes)
    for play in plays(held, table):
        left = held & ~play
        if not left:
            return play, 0
        for pickup in beaten or (0,):
            price = (cost(left | pickup), float(mask_value(play)))
            if price < best:
                best, found = price, (play, pickup)
    return found
