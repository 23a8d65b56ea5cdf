"""Values for the lines of an email: seats and events."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Card


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in an email. `cards`: None before the start. `acts`: it is the seat's turn. `kept`: a stand-in bot plays
    for the person. `wishes`: the person requests a pause, or its end.
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


@dataclass(frozen=True, slots=True)
class RecentEvent:
    """An event since the reader last looked. `kind`: play, pass, resign, handover, return, hand (its end) or act (a
    moderator's). `by`: timeout, auto, bot or moderator if not the player. `version`: the game's after the event; 0 for
    the end of a hand, which shares its last turn's. `points`: by seat, unless the hand is void. `act`: one of
    Intervention.Kind, with its `reason`.
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


@dataclass(frozen=True, slots=True)
class RecentEvents:
    """Events, oldest first. `earlier`: there were more."""

    lines: tuple[RecentEvent, ...] = ()
    earlier: bool = False
