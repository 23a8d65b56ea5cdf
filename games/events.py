"""Events: what sockets are told of a game (public facts only) and of one person's affairs (INTERFACES, Sockets)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Generic, Literal, NotRequired, TypedDict, TypeVar, final

from games.engine import HandState, observe
from games.models import Deadline, Game, Hand, Move, Seat


class OwnPart(TypedDict):
    """A seated viewer's own cards and legal turns, which the viewer's own connection adds to an event."""

    cards: list[str]
    legal: list[str]


class TurnEvent(TypedDict):
    """A turn, and the table after it."""

    type: Literal["turn"]
    version: int
    seat: int
    turn: str
    by: str
    to_act: int | None
    deadline_at: str | None
    table: list[str]
    sizes: list[int]
    points: list[int]
    you: NotRequired[OwnPart]


class HandEvent(TypedDict):
    """The end of a hand: the cards left to each seat, and the points."""

    type: Literal["hand"]
    version: int
    number: int
    left: list[list[str]]
    scored: list[int] | None
    points: list[int]
    seed: str
    you: NotRequired[OwnPart]


class StatusEvent(TypedDict):
    """The start, pause or end of a game."""

    type: Literal["game"]
    version: int
    status: str
    to_act: int | None
    deadline_at: str | None
    pause_ends_at: str | None
    end: str | None
    you: NotRequired[OwnPart]


class SeatEvent(TypedDict):
    """A change of a seat: its person, its caretaker, its time, or its wish for a pause."""

    type: Literal["seat"]
    version: int
    seat: int
    status: str
    to_act: int | None
    deadline_at: str | None
    caretaker: bool
    wants_pause: bool
    you: NotRequired[OwnPart]


class ChatEvent(TypedDict):
    """A line of the chat was written, hidden or shown again; `id` 0: the chat was locked or opened.

    It is told between processes only. A connection sends its viewer a ChatLineEvent or ChatLockEvent, or nothing.
    """

    type: Literal["chat"]
    version: int
    id: int


@final
class ChatLineEvent(TypedDict):
    """A line of the chat, as its reader gets it."""

    type: Literal["chat"]
    id: int
    seat: int | None
    name: str
    text: str
    hidden: bool
    at: str | None
    mine: bool
    mentions_me: bool


@final
class ChatLockEvent(TypedDict):
    """Whether the chat is locked, as its reader gets it."""

    type: Literal["chat"]
    id: int
    locked: bool


class YourTurnEvent(TypedDict):
    """A turn waits for the person."""

    type: Literal["your_turn"]
    game: str
    version: int
    deadline_at: str | None


class NewGameEvent(TypedDict):
    """The person was invited to a game, or the queue found one."""

    type: Literal["invitation", "paired"]
    game: str


TableEvent = TurnEvent | HandEvent | StatusEvent | SeatEvent
PublicEvent = TableEvent | ChatEvent
PersonEvent = YourTurnEvent | NewGameEvent
E = TypeVar("E")


class EventsMessage(TypedDict, Generic[E]):
    """The channel layer's message with the events of one change."""

    type: Literal["odin.events"]
    events: list[E]


class LoginMessage(TypedDict):
    """The channel layer's message that a login may have ended, or that its account changed."""

    type: Literal["odin.login"]


class LostMessage(TypedDict):
    """The channel layer's message that its connection to Redis was lost."""

    type: Literal["odin.lost"]


def game_group(public_id: str) -> str:
    """The channel layer's group of all who watch a game."""
    return f"game.{public_id}"


def user_group(user_id: int) -> str:
    """The channel layer's group of one person's connections."""
    return f"user.{user_id}"


def login_group(user_id: int) -> str:
    """The channel layer's group of all connections opened by one person's logins."""
    return f"login.{user_id}"


def deadline_at(game: Game) -> str | None:
    """When the time of the seat to act is up; None without a seat to act or without a limit.

    One query if the game was read without its deadline.
    """
    if game.status != Game.Status.RUNNING or game.pace == Game.Pace.NONE:
        return None
    deadline: Deadline | None = getattr(game, "deadline", None)
    return written(deadline.due_at) if deadline is not None else None


def written(at: datetime | None) -> str | None:
    """A moment in UTC, to the second, as INTERFACES wants it."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def turn_events(game: Game, seats: Sequence[Seat], hand: Hand, move: Move, state: HandState) -> list[PublicEvent]:
    """A turn, and the end of the hand and of the game if the turn ended them.

    `hand` is the hand of the turn, `state` its state after the turn.
    """
    events: list[PublicEvent] = [turn_event(game, seats, move, state)]
    if hand.ended_at is not None:
        events.append(hand_event(game, seats, hand, state))
    if game.ended_at is not None:
        events.append(status_event(game))
    return events


def turn_event(game: Game, seats: Sequence[Seat], move: Move, state: HandState) -> TurnEvent:
    """A turn. `state` is the state of its hand after it, even if it ended the hand."""
    view = observe(state, None)
    return {
        "type": "turn",
        "version": move.version,
        "seat": move.seat,
        "turn": move.turn,
        "by": public_by(game, move.by),
        "to_act": game.to_act,
        "deadline_at": deadline_at(game),
        "table": [str(card) for card in view.table],
        "sizes": list(view.sizes),
        "points": [seat.points for seat in seats],
    }


def hand_event(game: Game, seats: Sequence[Seat], hand: Hand, state: HandState) -> HandEvent:
    """The end of a hand; `state` is its last."""
    return {
        "type": "hand",
        "version": game.version,
        "number": hand.number,
        "left": [[str(card) for card in cards] for cards in state.hands],
        "scored": hand.points,
        "points": [seat.points for seat in seats],
        "seed": hand.seed,
    }


def status_event(game: Game) -> StatusEvent:
    """The status of a game as it is now."""
    return {
        "type": "game",
        "version": game.version,
        "status": game.status,
        "to_act": game.to_act,
        "deadline_at": deadline_at(game),
        "pause_ends_at": written(game.pause_ends_at),
        "end": game.ending or None,
    }


def seat_event(game: Game, seat: Seat) -> SeatEvent:
    """A seat as it is now."""
    return {
        "type": "seat",
        "version": game.version,
        "seat": seat.number,
        "status": game.status,
        "to_act": game.to_act,
        "deadline_at": deadline_at(game),
        "caretaker": has_caretaker(seat),
        "wants_pause": seat.pause_wanted_at is not None,
    }


def chat_event(game: Game, line_id: int) -> ChatEvent:
    """A line of the chat by its id; 0 for the lock of the chat."""
    return {"type": "chat", "version": game.version, "id": line_id}


def your_turn_event(game: Game) -> YourTurnEvent:
    """A turn of a game waits. One query if the game was read without its deadline."""
    return {
        "type": "your_turn",
        "game": game.public_id,
        "version": game.version,
        "deadline_at": deadline_at(game),
    }


def has_caretaker(seat: Seat) -> bool:
    """Whether a bot acts for the person at the seat."""
    return seat.held_by_id != seat.user_id


def public_by(game: Game, by: str) -> str:
    """Who acted, as all may know: a standing order reads like its owner until the game is over."""
    return shown_by(by, over=game.ended_at is not None)


def shown_by(by: str, *, over: bool) -> str:
    """`public_by` where only it is known whether the game is over. Plain text: a member would show in a `repr`."""
    return Move.By(Move.By.PLAYER if by == Move.By.AUTO and not over else by).value
