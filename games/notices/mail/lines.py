"""The lines of a mail about a game: its seats, and what happened."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Card


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat. `cards` is None before the start; the contribution is hex, empty for none.

    `acts`: the game waits for it; `kept`: a caretaker bot plays for its person; `wishes`: its person wants the game
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
class RecentEvent:
    """One line. `kind`: play, pass, resign, handover, return, hand (the end of one) or act (of a moderator).

    `by` says who acted in the player's place: timeout, auto, bot, moderator; else empty. `version`: the game's after
    the event; 0 for the end of a hand, which comes with the last turn. `points`: by seat, after a hand that counts.
    `act`: one of Intervention.Kind, to `seat` if it was to one; `reason`: why.
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
    """The last events, oldest first; `earlier`: there were more before them."""

    lines: tuple[RecentEvent, ...] = ()
    earlier: bool = False
