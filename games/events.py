"""Events that sockets send (SOCKETS.md)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, Generic, Literal, NotRequired, TypedDict, TypeVar, final

from games.engine import HandState, observe
from games.models import Deadline, Game, Hand, Move, Seat


class OwnPart(TypedDict):
    """The player's own part of an event: their cards, and their legal turns. Secret: added in the player's own
    connection.
    """

    cards: list[str]
    legal: list[str]


class PageFacts(TypedDict):
    """Facts for our own page only. `halted`: the clock has stopped. `undo`: the turn may be taken back."""

    due_at: str | None
    halted: bool
    undo: bool


class TurnFacts(TypedDict):
    """A turn. `to_act` is null if the game has ended. `you` is only for a player who plays their own seat, and its
    `legal` is empty unless it's their turn.
    """

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


class TurnEvent(TurnFacts):
    """A turn, with facts that programs do not get."""

    page: NotRequired[PageFacts]


class HandEvent(TypedDict):
    """A hand has ended. It follows the turn that ended it. `left` are the cards that each seat still held, `scored`
    this hand's points and `points` the game's. `you` has the cards of the next hand.
    """

    type: Literal["hand"]
    version: int
    number: int
    left: list[list[str]]
    scored: list[int] | None
    points: list[int]
    seed: str
    you: NotRequired[OwnPart]


class StatusEvent(TypedDict):
    """The game started, was paused, went on or ended. It comes again at the same version when a rematch or the ratings
    of an ended game are there.
    """

    type: Literal["game"]
    version: int
    status: str
    to_act: int | None
    deadline_at: str | None
    pause_ends_at: str | None
    end: str | None
    you: NotRequired[OwnPart]


class SeatEvent(TypedDict):
    """A seat changed: a stand-in bot took it over or gave it back, a player wants a pause, contributed to the deal or
    got more time.
    """

    type: Literal["seat"]
    version: int
    seat: int
    status: str
    to_act: int | None
    deadline_at: str | None
    caretaker: bool
    wants_pause: bool
    you: NotRequired[OwnPart]


CHAT_LOCK: Final = 0
"""The id of events about the chat's lock. No message has it."""


class ChatEvent(TypedDict):
    """A change in the chat. `id`: the message's, or CHAT_LOCK. Each connection turns it into a ChatLineEvent, a
    ChatLockEvent or nothing.
    """

    type: Literal["chat"]
    version: int
    id: int


@final
class ChatLineEvent(TypedDict):
    """A chat message was written, hidden or shown again. Only viewers who may read the chat get it."""

    type: Literal["chat"]
    id: int
    seat: int | None
    name: str
    text: str
    reaction: str
    hidden: bool
    at: str | None
    mine: bool
    mentions_me: bool


@final
class ChatLockEvent(TypedDict):
    """The chat was locked or unlocked, or the viewer was muted or unmuted. `id` is 0."""

    type: Literal["chat"]
    id: int
    locked: bool


class NoteEvent(TypedDict):
    """A note came with the turn of that version. Only the pages of the `seats` hear of it: its author's and its
    reader's.
    """

    type: Literal["note"]
    version: int
    seats: tuple[int, ...]


class YourTurnEvent(TypedDict):
    """It's the account's turn in a game. No message is sent for a turn that a plan takes."""

    type: Literal["your_turn"]
    game: str
    version: int
    deadline_at: str | None


class NewGameEvent(TypedDict):
    """The account was invited to a game or seated in a standing table's next one, or a game with any player was
    found.
    """

    type: Literal["invitation", "paired"]
    game: str


class MessageEvent(TypedDict):
    """A friend wrote a message, or staff hid one or showed it again."""

    type: Literal["message"]


class MissedMessage(TypedDict):
    """The time that the client named is more than two minutes ago: it has to ask what has changed."""

    type: Literal["missed"]


TableEvent = TurnEvent | HandEvent | StatusEvent | SeatEvent
PublicEvent = TableEvent | ChatEvent | NoteEvent
PersonEvent = YourTurnEvent | NewGameEvent | MessageEvent
E = TypeVar("E")


class EventsMessage(TypedDict, Generic[E]):
    """Events for a group. `made_at`: when the turn that they are about was taken, in seconds since the epoch. `kept`:
    connections that open soon may ask for them, too.
    """

    type: Literal["odin.events"]
    events: list[E]
    made_at: NotRequired[float]
    kept: NotRequired[bool]


class LoginMessage(TypedDict):
    """A login may have ended, or its account changed."""

    type: Literal["odin.login"]


class LostMessage(TypedDict):
    type: Literal["odin.lost"]


def game_group(public_id: str) -> str:
    return f"game.{public_id}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def login_group(user_id: int) -> str:
    return f"login.{user_id}"


def deadline_at(game: Game) -> str | None:
    """The deadline; None without a seat to act or a limit. One query if the deadline was not fetched."""
    if game.status != Game.Status.RUNNING or game.pace == Game.Pace.NONE:
        return None
    deadline: Deadline | None = getattr(game, "deadline", None)
    return utc_text(deadline.due_at) if deadline is not None else None


def utc_text(at: datetime | None) -> str | None:
    """A time in UTC, to the second (SOCKETS.md)."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def turn_events(game: Game, seats: Sequence[Seat], hand: Hand, move: Move, state: HandState) -> list[PublicEvent]:
    """The turn's events, with the end of the hand and game if the turn ended them; `state` is after the turn."""
    events: list[PublicEvent] = [{**turn_event(game, seats, move, state), "page": _page_facts(game)}]
    if hand.ended_at is not None:
        events.append(hand_event(game, seats, hand, state))
    if game.ended_at is not None:
        events.append(status_event(game))
    return events


def _page_facts(game: Game) -> PageFacts:
    """The facts right after the turn."""
    wait, limited = game.deadline, deadline_at(game) is not None
    return {
        "due_at": wait.due_at.isoformat() if limited and wait.due_at is not None else None,
        "halted": wait.halted,
        "undo": wait.left_before is not None,
    }


def turn_event(game: Game, seats: Sequence[Seat], move: Move, state: HandState) -> TurnEvent:
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
    return {
        "type": "game",
        "version": game.version,
        "status": game.status,
        "to_act": game.to_act,
        "deadline_at": deadline_at(game),
        "pause_ends_at": utc_text(game.pause_ends_at),
        "end": game.ending or None,
    }


def seat_event(game: Game, seat: Seat) -> SeatEvent:
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
    """The event of a chat message, or of the chat's lock if `line_id` is CHAT_LOCK."""
    return {"type": "chat", "version": game.version, "id": line_id}


def your_turn_event(game: Game) -> YourTurnEvent:
    """The event for the player to act. One query if the deadline was not fetched."""
    return {
        "type": "your_turn",
        "game": game.public_id,
        "version": game.version,
        "deadline_at": deadline_at(game),
    }


def has_caretaker(seat: Seat) -> bool:
    return seat.held_by_id != seat.user_id


def public_by(game: Game, by: str) -> str:
    """The taker of the turn, as all may know. Until the game is over, planned turns look like the player's own."""
    return shown_by(by, over=game.ended_at is not None)


def shown_by(by: str, *, over: bool) -> str:
    """`public_by` without the game. Returns plain text, because a member's `repr` shows its name."""
    return Move.By(Move.By.PLAYER if by == Move.By.AUTO and not over else by).value
