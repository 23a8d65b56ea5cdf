"""A hand that one person plays against bots, as frozen values. The deal and the person's turns determine the bots'
turns, so two people who play the same turns meet the same answers.
"""

from __future__ import annotations

import hmac
import random
from dataclasses import dataclass
from typing import Final

from games import bots
from games.engine import Card, HandState, Turn, apply, complete_turn, deal, legal_turns, observe, parse_turn

# An amount of work, so that a turn has one answer (games/bots/README.md). Only bots that search spend it.
BUDGET_MS: Final = 100


@dataclass(frozen=True, slots=True)
class Solo:
    """The deal. The person sits at `seat`; `bots` are the names of the bots at the next seats, clockwise. `chance`: the
    key from which bots draw.
    """

    deck: tuple[Card, ...]
    seats: int
    leader: int
    seat: int
    bots: tuple[str, ...]
    chance: bytes

    def dealt(self) -> HandState:
        return deal(self.deck, self.seats, self.leader)

    def bot_at(self, seat: int) -> str:
        """The name of the bot at the seat, which is not the person's."""
        return self.bots[(seat - self.seat - 1) % self.seats]


@dataclass(frozen=True, slots=True)
class Played:
    """A hand so far. `states`: the deal, then the state after each of `turns`."""

    solo: Solo
    turns: tuple[str, ...]
    states: tuple[HandState, ...]

    @property
    def state(self) -> HandState:
        return self.states[-1]

    @property
    def points(self) -> int | None:
        """The person's points, once the hand is over."""
        scored = self.state.points
        return None if scored is None else scored[self.solo.seat]

    @property
    def seats(self) -> list[int]:
        """The seats of the turns."""
        return [state.to_act for state in self.states[:-1]]

    def after(self, turn: Turn) -> Played:
        state = apply(self.state, turn)
        return Played(self.solo, (*self.turns, str(turn)), (*self.states, state))

    def until(self, turns: int) -> Played:
        """The hand after its first `turns` turns."""
        return Played(self.solo, self.turns[:turns], self.states[: turns + 1])


def played(solo: Solo, turns: str) -> Played:
    """The hand after these turns, separated by spaces. Raises ValueError or IllegalTurn."""
    hand = Played(solo, (), (solo.dealt(),))
    for text in turns.split():
        hand = hand.after(parse_turn(text))
    return hand


def begun(solo: Solo) -> Played:
    """The hand before the person's first turn."""
    return _answered(played(solo, ""))


def turn_taken(hand: Played, text: str) -> Played:
    """The hand after the person's turn and the bots' answers. Raises IllegalTurn."""
    return _answered(hand.after(complete_turn(hand.state, parse_turn(text))))


def bot_line(solo: Solo, name: str) -> Played:
    """The whole hand with the bot `name` in the person's seat."""
    hand = begun(solo)
    while not hand.state.over:
        hand = _answered(hand.after(_bot_turn(hand, name)))
    return hand


def _answered(hand: Played) -> Played:
    while not hand.state.over and hand.state.to_act != hand.solo.seat:
        hand = hand.after(_bot_turn(hand, hand.solo.bot_at(hand.state.to_act)))
    return hand


def _bot_turn(hand: Played, name: str) -> Turn:
    view = observe(hand.state, hand.state.to_act, history=zip(hand.seats, hand.turns, strict=True))
    chance = random.Random(turn_chance(hand.solo.chance, len(hand.turns)))
    return bots.get(name).choose(view, legal_turns(hand.state), BUDGET_MS, chance)


def turn_chance(chance: bytes, turns: int) -> int:
    """The number that seeds a bot's chance after so many turns: it depends on no card."""
    return int.from_bytes(hmac.digest(chance, turns.to_bytes(2), "sha256"))
