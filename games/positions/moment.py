"""A turn of a finished hand to choose, as a frozen value that names no player."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, get_args

from games.engine import HandState, Turn, View, apply, cards_text, deal, legal_turns, observe, parse_cards, parse_turn

# The commonest first.
Kind = Literal["beat", "lead", "pass", "pickup"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True)
class Moment:
    """The turn after the first `place` of `turns`, which are all turns of the hand. `points` and `target`: the game's
    before the hand. `estimates`: the turns that the strongest bot tried and the points that it expects after each, its
    own choice first. `origin` names the game; no two moments are from one game.
    """

    origin: str
    deck: str
    seats: int
    leader: int
    points: tuple[int, ...]
    target: int | None
    turns: tuple[str, ...]
    place: int
    estimates: tuple[tuple[str, float], ...]

    @cached_property
    def states(self) -> tuple[HandState, ...]:
        """The deal, then the state after each turn up to the moment. Raises ValueError or IllegalTurn."""
        found = [deal(parse_cards(self.deck), self.seats, self.leader)]
        for text in self.turns[: self.place]:
            found.append(apply(found[-1], parse_turn(text)))
        return tuple(found)

    @property
    def state(self) -> HandState:
        return self.states[-1]

    @property
    def seat(self) -> int:
        return self.state.to_act

    @property
    def history(self) -> tuple[tuple[int, str], ...]:
        """The turns before the moment, with their seats."""
        return tuple((state.to_act, turn) for state, turn in zip(self.states, self.turns[: self.place], strict=False))

    @property
    def view(self) -> View:
        """Everything that the seat knows at its turn."""
        return observe(self.state, self.seat, points=self.points, target=self.target, history=self.history)

    @property
    def legal(self) -> Sequence[Turn]:
        return legal_turns(self.state)

    @property
    def best(self) -> str:
        return self.estimates[0][0]

    @property
    def taken(self) -> str:
        """The turn that was really taken."""
        return self.turns[self.place]

    @property
    def kind(self) -> Kind:
        return moment_kind(self.view, parse_turn(self.best), parse_turn(self.taken))

    @property
    def cards(self) -> int:
        """How many cards the seat holds."""
        return self.state.sizes[self.seat]

    def to_line(self) -> str:
        """The moment as one line of JSON."""
        fields = {
            "origin": self.origin,
            "deck": self.deck,
            "seats": self.seats,
            "leader": self.leader,
            "points": self.points,
            "target": self.target,
            "turns": " ".join(self.turns),
            "place": self.place,
            "estimates": self.estimates,
        }
        return json.dumps(fields, separators=(",", ":"))


def moment_kind(view: View, best: Turn, taken: Turn) -> Kind:
    """The question that the turn asks: "pickup" if only the card to pick up was missed."""
    if best.is_pass:
        return "pass"
    if not view.table:
        return "lead"
    return "pickup" if cards_text(best.cards) == cards_text(taken.cards) else "beat"


def moment_read(line: str) -> Moment:
    """The moment of `to_line`. Raises ValueError or KeyError."""
    data = json.loads(line)
    return Moment(
        origin=data["origin"],
        deck=data["deck"],
        seats=data["seats"],
        leader=data["leader"],
        points=tuple(data["points"]),
        target=data["target"],
        turns=tuple(data["turns"].split()),
        place=data["place"],
        estimates=tuple((turn, points) for turn, points in data["estimates"]),
    )
