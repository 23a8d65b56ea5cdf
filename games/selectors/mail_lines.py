"""The lines of a mail about a game: how a seat stands, and what happened."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Card


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in a list of seats. `cards` is None before the start; the contribution is hex, empty for none.

    `acts`: the game waits for it; `kept`: a caretaker bot holds it for its person; `wishes`: its person wants the game
    to pause or, in a pause, to go on.
    """

    number: int
    name: str
    is_reader: bool
    is_bot: bool
    points: int
    cards: int | None = None
    acts: bool = False
    passed: bool = False
    resigned: bool = False
    kept: bool = False
    won: bool = False
    wishes: bool = False
    contribution: str = ""
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Happening:
    """One line. `kind`: play, pass, resign, handover, return, hand, its end (then `points` by seat, none if void), or
    act: what a moderator did (`act`, one of Intervention.Kind, to `seat` where it was to one) and why (`reason`).

    `by` says who acted in the player's place: timeout, auto, bot, moderator; else empty. `version`: the game's, after
    it; 0 for a hand's end, which comes with the last turn.
    """

    kind: str
    version: int
    hand: int
    seat: SeatLine | None = None
    cards: tuple[Card, ...] = ()
    took: Card | None = None
    by: str = ""
    points: tuple[tuple[SeatLine, int], ...] = ()
    act: str = ""
    reason: str = ""
