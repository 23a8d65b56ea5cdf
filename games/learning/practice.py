"""A practice game against the weakest bot, as a frozen value for a session."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from games import bots
from games.advice import Advice, advise
from games.engine import (
    COLOURS,
    GameOptions,
    HandState,
    IllegalTurn,
    Turn,
    apply,
    cards_text,
    complete_turn,
    deal,
    full_deck,
    is_game_over,
    legal_turns,
    next_leader,
    observe,
    parse_cards,
    parse_turn,
    winners,
)

ME: Final = 0
BOT: Final = 1
OPTIONS: Final = GameOptions(seats=2, target=10, two_player_deck=True)
GENTLEST: Final = bots.get(bots.names()[0])
REMOVED: Final = 2
_BUDGET_MS: Final = 50


@dataclass(frozen=True)
class Practice:
    """A practice game. `points` before this hand, `turns` of this hand. Raises ValueError or IllegalTurn if the turns
    do not follow from the deal.
    """

    deck: str
    leader: int
    turns: tuple[str, ...]
    hand: int
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.leader not in (ME, BOT) or len(self.points) != OPTIONS.seats or self.hand < 1:
            raise ValueError("no game of two seats")
        self.state  # noqa: B018 # raises where the turns do not follow from the deal

    @cached_property
    def states(self) -> tuple[HandState, ...]:
        """The deal, then the state after each turn."""
        found = [deal(parse_cards(self.deck), OPTIONS.seats, self.leader)]
        for text in self.turns:
            found.append(apply(found[-1], parse_turn(text)))
        return tuple(found)

    @property
    def state(self) -> HandState:
        return self.states[-1]

    @property
    def before_bot(self) -> Practice | None:
        """The practice game before the bot's turn, or None if that was not the last one."""
        if not self.turns or turn_seats(self.leader, self.turns)[-1] != BOT:
            return None
        return replace(self, turns=self.turns[:-1])

    @property
    def next_leader(self) -> int:
        """The seat that leads the next hand, after this one."""
        return next_leader(OPTIONS, self.leader, self.state.to_act)

    @property
    def totals(self) -> tuple[int, ...]:
        scored = self.state.points or (0,) * OPTIONS.seats
        return tuple(have + more for have, more in zip(self.points, scored, strict=True))

    @property
    def over(self) -> bool:
        return self.state.over and is_game_over(self.totals, OPTIONS.target)

    @property
    def winners(self) -> tuple[int, ...]:
        return winners(self.totals) if self.over else ()

    @property
    def version(self) -> int:
        return self.hand * 1000 + len(self.turns)


def practice_begin(rng: random.Random) -> Practice:
    """Deal the first hand, without two colours and with a drawn leader."""
    colours = "".join(rng.sample(COLOURS, len(COLOURS) - REMOVED))
    return _dealt(colours, rng.randrange(OPTIONS.seats), 1, (0,) * OPTIONS.seats, rng)


def practice_next(practice: Practice, rng: random.Random) -> Practice:
    """Deal the next hand. Returns the same game if this hand goes on or the game is over."""
    if not practice.state.over or practice.over:
        return practice
    return _dealt(practice.state.colours, practice.next_leader, practice.hand + 1, practice.totals, rng)


def practice_turn(practice: Practice, text: str, rng: random.Random) -> Practice:
    """Take the reader's turn and the bot's answer. Raises IllegalTurn."""
    turn = complete_turn(practice.state, parse_turn(text))
    return _answered(replace(practice, turns=(*practice.turns, str(turn))), rng)


def _dealt(colours: str, leader: int, hand: int, points: tuple[int, ...], rng: random.Random) -> Practice:
    deck = list(full_deck(colours))
    rng.shuffle(deck)
    return _answered(Practice(cards_text(deck), leader, (), hand, points), rng)


def _answered(practice: Practice, rng: random.Random) -> Practice:
    state, turns = practice.state, list(practice.turns)
    while not state.over and state.to_act == BOT:
        turn = _bots_turn(state, practice, turns, rng)
        turns.append(str(turn))
        state = apply(state, turn)
    return replace(practice, turns=tuple(turns))


def _bots_turn(state: HandState, practice: Practice, turns: list[str], rng: random.Random) -> Turn:
    history = list(zip(turn_seats(practice.leader, turns), turns, strict=True))
    view = observe(state, BOT, points=practice.points, target=OPTIONS.target, history=history)
    return GENTLEST.choose(view, legal_turns(state), _BUDGET_MS, rng)


def turn_seats(leader: int, turns: list[str] | tuple[str, ...]) -> list[int]:
    """The seats of the turns. They alternate: a pass by one of two gives the other the lead."""
    return [(leader + number) % OPTIONS.seats for number in range(len(turns))]


def practice_to_json(practice: Practice) -> dict[str, object]:
    """The game as JSON: some hundred bytes, with hidden cards."""
    return {
        "deck": practice.deck,
        "leader": practice.leader,
        "turns": " ".join(practice.turns),
        "hand": practice.hand,
        "points": list(practice.points),
    }


def practice_from_json(data: object) -> Practice | None:
    """The stored practice game; None if there is none or it is of another version."""
    if not isinstance(data, dict):
        return None
    try:
        return Practice(
            deck=str(data["deck"]),
            leader=int(data["leader"]),
            turns=tuple(parse_turn(text).text for text in str(data["turns"]).split()),
            hand=int(data["hand"]),
            points=tuple(map(int, data["points"])),
        )
    except (KeyError, TypeError, ValueError, IllegalTurn):
        return None


def practice_advice(practice: Practice) -> Advice | None:
    """The turn that the strongest bot would take; None unless it is the reader's turn. The same position gets the same
    advice.
    """
    state = practice.state
    if state.over or state.to_act != ME:
        return None
    history = zip(turn_seats(practice.leader, practice.turns), practice.turns, strict=True)
    view = observe(state, ME, points=practice.points, target=OPTIONS.target, history=history)
    return advise(view, legal_turns(state), f"{practice.deck} {practice.turns}")
