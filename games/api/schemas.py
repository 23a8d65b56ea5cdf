"""The JSON that programs send and get. A game has the fields of the sockets' `view` (games/live/SOCKETS.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Field, Path, Query, Schema
from pydantic import AfterValidator, BeforeValidator, ConfigDict

from accounts.visible_text import ONLY_VISIBLE, is_name

GameStatus = Literal["open", "running", "paused", "finished", "cancelled"]
Pace = Literal["60s", "3m", "1h", "8h", "1d", "2d", "3d", "7d", "14d", "none"]
Visibility = Literal["public", "private"]
NextLeader = Literal["left", "last"]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
BotName = Annotated[str, Field(max_length=20)]
GameId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$")]
"""In a path. The database refuses some characters."""
Username = Annotated[str, Path(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{1,19}$", description="In any case.")]
_LINK_PART = "^[A-Za-z0-9_-]*$"
Invitation = Annotated[
    str, Query(max_length=64, pattern=_LINK_PART, description="The last part of an invitation link.")
]


def _name(text: str) -> str:
    """The name as the form of a new game writes it. Raises ValueError."""
    if not is_name(text):
        raise ValueError(str(ONLY_VISIBLE))
    return " ".join(text.split())


GameName = Annotated[str, Field(max_length=40), AfterValidator(_name)]


def _whole(value: object) -> object:
    """JSON has one kind of number: 6.0 is an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WholeNumber = Annotated[int, BeforeValidator(_whole)]
# The limits come first, or the document lacks them in a list.
SeatCount = Annotated[int, Field(ge=2, le=6), BeforeValidator(_whole)]


class Body(Schema):
    """A body has the fields of its schema alone, and values of their types: "yes" is no boolean."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Me(Schema):
    username: str
    bot: bool = Field(description="The account is a bot.")
    language: str
    time_zone: str
    scopes: list[str] = Field(description="What this token may do.")
    email: str | None = Field(None, description="Only with the scope account:read.")


class SeatSummary(Schema):
    """A seat. A free one has its number alone."""

    seat: int
    name: str | None = None
    kind: Literal["person", "bot"] | None = None
    resigned: bool | None = None
    caretaker: bool | None = Field(None, description="A stand-in bot plays this seat.")
    wants_pause: bool | None = None
    answered: bool | None = Field(None, description="The player contributed to the deal, or declined.")
    winner: bool | None = None


class GameSummary(Schema):
    """A game without its cards."""

    id: str
    name: str
    status: GameStatus
    version: int
    pace: Pace
    visibility: Visibility
    host: str
    target: int | None
    goat: bool
    two_player_deck: bool
    next_leader: NextLeader
    rated: bool
    anchor: str
    fingerprint: str | None
    removed: list[str]
    seats: list[SeatSummary]
    points: list[int]
    to_act: int | None
    deadline_at: str | None
    pause_ends_at: str | None
    end: str | None


class TurnSummary(Schema):
    seat: int
    turn: str


class GameView(GameSummary):
    """A game as this account may see it. The fields from `hand` to `left` are there once it has started, `my_seat` and
    the next only for a player who plays their own seat.
    """

    hand: int | None = None
    leader: int | None = None
    round: int | None = None
    table: list[str] | None = None
    table_seat: int | None = None
    beaten: list[str] | None = None
    beaten_seat: int | None = None
    picked_up: str | None = None
    sizes: list[int] | None = None
    discarded: list[str] | None = None
    known: list[list[str]] | None = None
    passes: list[int] | None = None
    history: list[TurnSummary] | None = None
    left: list[list[str]] | None = None
    my_seat: int | None = None
    my_cards: list[str] | None = None
    legal: list[str] | None = None


class GamePage(Schema):
    games: list[GameSummary]
    next: str | None = Field(description="The cursor of the next page; null at the end.")


class GameFilter(Schema):
    mine: bool = Field(False, description="Only games in which I have a seat.")
    waiting: bool = Field(False, description="Only games that wait for my turn.")
    status: GameStatus | None = None
    after: str = Field("", max_length=64, pattern=_LINK_PART, description="The cursor from the page before.")


class GameOptionsBody(Body):
    seats: SeatCount = 2
    target: WholeNumber | None = Field(15, description="10 to 30 in fives; null for a single hand.")
    goat: bool = False
    two_player_deck: bool = True
    next_leader: NextLeader = "left"
    pace: Pace = "1d"
    rated: bool = False
    bots: list[BotName] = Field(default_factory=list, max_length=5, description="Bots that fill seats immediately.")
    name: GameName = ""


class NewGameBody(GameOptionsBody):
    seats: SeatCount
    visibility: Visibility = "public"


class ContributionBody(Body):
    contribution: str | None = Field(
        pattern=r"^(?:[0-9A-Fa-f]{2}){1,64}$", description="Your random bytes for the deal as hex; null declines."
    )


class StartBody(Body):
    bots: list[BotName] = Field(max_length=5, description="A bot for each free seat.")


class TurnBody(Body):
    version: WholeNumber = Field(description="The version that you saw.")
    turn: str = Field(max_length=100, examples=["R6B6<R5", "B1", "pass"])


class FieldError(Schema):
    field: str
    detail: str


class Problem(Schema):
    """Why nothing was done (RFC 9457)."""

    type: str
    title: str
    status: int
    error: str = Field(description="The reason, for programs.")
    detail: str = Field(description="The reason in the account's language.")
    fields: list[FieldError] | None = Field(None, description="The wrong values of a malformed request.")
    scope: str | None = Field(None, description="The scope that the token lacks.")
    view: GameView | None = Field(None, description="The game as it is now, after a turn that came too late.")


Record = dict[str, Any]
"""A game record (games/engine/RECORDS.md)."""


def errors(*statuses: int) -> dict[Any, type[Problem]]:
    """The answers with a problem: these, and those that each operation may give."""
    return {frozenset({401, 403, 429, *statuses}): Problem}
