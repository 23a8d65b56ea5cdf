"""Recorded games, one file each, made by `python -m tests.recorded_games`.

A game's secret follows from its id, so that its beginning can be stored as a running game.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.engine import HandState, apply, deal, parse_turn
from games.engine.fairdeal import chain_seed, deck_for
from games.engine.record_schema import Record, RecordedHand, read_record

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """The place after a turn of a hand's log; 0 is just dealt."""

    hand: int
    turn: int


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded game; `kinds` are its players'."""

    name: str
    game_id: str
    kinds: tuple[str, ...]
    record: Record

    @property
    def people(self) -> int:
        return self.kinds.count("person")

    @property
    def last(self) -> Place:
        """The place before the game's last turn."""
        hand = self.record.hands[-1]
        return Place(hand.number, len(hand.log) - 1)

    def moments(self) -> Iterator[tuple[Place, HandState]]:
        """Every place with a seat to act; turns taken back have none."""
        for hand in self.record.hands:
            state = self.deal_of(hand)
            if not hand.withdrawn:
                yield Place(hand.number, 0), state
            for number, turn in enumerate(hand.turns, start=1):
                state = apply(state, parse_turn(turn.text))
                if not (state.over or hand.withdrawn):
                    yield Place(hand.number, number), state

    def deal_of(self, hand: RecordedHand) -> HandState:
        seed = chain_seed(chain_top(self.game_id), hand.number)
        deck = deck_for(self.record.opening, seed, hand.number, self.record.removed)
        return deal(deck, self.record.options.seats, hand.leader)


def chain_top(game_id: str) -> bytes:
    """s_128 of a test game with this id."""
    return hashlib.sha256(f"recorded game {game_id}".encode()).digest()


def public_id_of(name: str) -> str:
    """A test game's id from its name; small letters never read like cards."""
    digest = hashlib.sha256(f"id of {name}".encode()).digest()
    return "".join(string.ascii_lowercase[byte % 26] for byte in digest[:10])


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


@cache
def recording(name: str) -> Recording:
    value = json.loads(path_of(name).read_text(encoding="utf-8"))
    kinds = tuple(player["kind"] for player in value["players"])
    return Recording(name, value["id"], kinds, read_record(value))


@cache
def recordings() -> tuple[Recording, ...]:
    return tuple(recording(path.stem) for path in sorted(FOLDER.glob("*.json")))
