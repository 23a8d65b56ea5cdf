"""Hands that bots play against each other, for sites on which people have finished too few games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from games import bots
from games.engine import COLOURS, HandState, apply, cards_text, deal, full_deck, legal_turns, observe
from games.positions.finding import GENTLE, hand_moment
from games.positions.moment import Moment

ORIGIN: Final = "bots"
MOST_SEATS: Final = 5
REMOVED: Final = 2


def bot_moment(number: int) -> Moment | None:
    """The moment of the hand of this number, if it has one. A number has one answer."""
    rng = random.Random(number)
    seats = 2 + number % (MOST_SEATS - 1)
    names = [rng.choice(GENTLE) for _seat in range(seats)]
    colours = "".join(rng.sample(COLOURS, len(COLOURS) - REMOVED)) if seats == 2 else COLOURS
    deck = list(full_deck(colours))
    rng.shuffle(deck)
    leader = rng.randrange(seats)
    turns = _played(deal(deck, seats, leader), names, rng)
    hand = Moment(
        origin=f"{ORIGIN}:{number}",
        deck=cards_text(deck),
        seats=seats,
        leader=leader,
        points=(0,) * seats,
        target=None,
        turns=turns,
        place=0,
        estimates=(),
    )
    return hand_moment(hand, range(len(turns)), number)


def _played(state: HandState, names: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    turns: list[tuple[int, str]] = []
    while not state.over:
        seat = state.to_act
        view = observe(state, seat, history=turns)
        turn = bots.get(names[seat]).choose(view, legal_turns(state), 0, rng)
        turns.append((seat, str(turn)))
        state = apply(state, turn)
    return tuple(text for _seat, text in turns)
