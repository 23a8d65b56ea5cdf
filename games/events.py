"""What is told to all who watch a game: public facts only (INTERFACES, Sockets)."""

from datetime import UTC, datetime
from typing import Any

from games.engine import HandState, observe
from games.models import Deadline, Game, Hand, Move, Seat

Event = dict[str, Any]


def game_group(public_id: str) -> str:
    """The channel layer's group of all who watch a game."""
    return f"game.{public_id}"


def user_group(user_id: int) -> str:
    """The channel layer's group of one person's connections."""
    return f"user.{user_id}"


def login_group(user_id: int) -> str:
    """The channel layer's group of all connections that one person's logins have opened, whatever they listen to."""
    return f"login.{user_id}"


def deadline_at(game: Game) -> str | None:
    """When the time of the seat to act is up (INTERFACES); None where nobody is waited for, or with no limit.

    One query where the game was read without its deadline.
    """
    if game.status != Game.Status.RUNNING or game.pace == Game.Pace.NONE:
        return None
    deadline: Deadline | None = getattr(game, "deadline", None)
    return written(deadline.due_at) if deadline is not None else None


def written(at: datetime | None) -> str | None:
    """A moment as INTERFACES writes it, to the second."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def turn_events(game: Game, seats: list[Seat], hand: Hand, move: Move, state: HandState) -> list[Event]:
    """A turn, with the hand's and the game's end where it brought them. `hand` and `state` are those of the turn."""
    events = [turn_event(game, seats, move, state)]
    if hand.ended_at is not None:
        events.append(hand_event(game, seats, hand, state))
    if game.ended_at is not None:
        events.append(game_event(game))
    return events


def turn_event(game: Game, seats: list[Seat], move: Move, state: HandState) -> Event:
    """A turn, with the table after it. `state` is the hand after the turn, also where it ended the hand."""
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


def hand_event(game: Game, seats: list[Seat], hand: Hand, state: HandState) -> Event:
    """A hand's end: what each seat was left with, and the points."""
    return {
        "type": "hand",
        "version": game.version,
        "number": hand.number,
        "left": [[str(card) for card in cards] for cards in state.hands],
        "scored": hand.points,
        "points": [seat.points for seat in seats],
        "seed": hand.seed,
    }


def game_event(game: Game) -> Event:
    """A game's beginning, pause or end."""
    return {
        "type": "game",
        "version": game.version,
        "status": game.status,
        "to_act": game.to_act,
        "deadline_at": deadline_at(game),
        "pause_ends_at": written(game.pause_ends_at),
        "end": game.ending or None,
    }


def seat_event(game: Game, seat: Seat) -> Event:
    """A change of who sits at, or acts for, a seat, of its time, or of its wish for a pause."""
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


def chat_event(game: Game, line_id: int) -> Event:
    """That something is to be read in the chat: a line by its id, or, as 0, that it was locked or opened.

    Connections tell their viewer of it in other words (games.selectors.chat.line_for), or not at all.
    """
    return {"type": "chat", "version": game.version, "id": line_id}


def has_caretaker(seat: Seat) -> bool:
    """Whether a bot acts for the person whose seat it is."""
    return seat.held_by_id != seat.user_id


def public_by(game: Game, by: str) -> str:
    """Who acted, as all may know: a standing order reads like its owner until the game is over."""
    return shown_by(by, over=game.ended_at is not None)


def shown_by(by: str, *, over: bool) -> str:
    """`public_by` where only it is known whether the game is over. Plain text: a member would show in a `repr`."""
    return Move.By(Move.By.PLAYER if by == Move.By.AUTO and not over else by).value
