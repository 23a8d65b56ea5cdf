"""What becomes due while a seat is waited for: a standing order, a reminder, the end of its time or of a pause."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine import Turn, forced_turn, parse_turn, state_from_json
from games.errors import NoSuchGame
from games.models import Deadline, Game, Move, Notice, Seat
from games.services.bot_accounts import CARETAKER, caretaker_user
from games.services.bots import bot_choice
from games.services.deadlines import next_at_write, reminder_next
from games.services.locking import locked_game, running_hand, seats_of
from games.services.orders import order_play
from games.services.outbox import notice_write
from games.services.pauses import pause_end_in_locked_game
from games.services.play import turn_make
from games.services.seats import seat_hand_over

# So many times out in a row, and the caretaker holds the seat.
PATIENCE = 3


def wait_attend(*, game_id: int) -> None:
    """Do what is due of a game's wait. Harmless when run twice, or when nothing is due any more."""
    row = Deadline.objects.select_related("game").filter(pk=game_id).first()
    if row is None:
        return
    at, game = timezone.now(), row.game
    # Where little time is left, an order's while may be longer than that: it acts at the last moment.
    ordered = row.order_at is not None and (_past(row.order_at, at) or _past(row.due_at, at))
    if ordered and order_play(game_id=game_id, version=game.version) is not None:
        return
    text = ""
    if _past(row.due_at, at) and game.timeout_action == Game.TimeoutAction.CARETAKER:
        text = str(bot_choice(game, row.seat, CARETAKER) or "")
    _attend(public_id=game.public_id, version=game.version, caretaker=text)


@transaction.atomic(durable=True)
def _attend(*, public_id: str, version: int, caretaker: str) -> None:
    """All but the orders' turns, under the game's lock; `caretaker` is the turn that it chose, if it was asked.

    Nothing happens to a game that has moved on since `version`: what is due of it then will be found by a sweep.
    """
    try:
        game = locked_game(public_id)
    except NoSuchGame:
        return
    if game.version != version:
        return
    at = timezone.now()
    row = Deadline.objects.get(pk=game.pk)
    seats = seats_of(game)
    if game.status == Game.Status.PAUSED:
        _pause_attend(game, seats, row, at)
    elif game.status != Game.Status.RUNNING or row.due_at is None:
        row.due_at = row.remind_at = row.order_at = None
        next_at_write(row)
    elif row.due_at <= at and game.timeout_action == Game.TimeoutAction.CARETAKER and not caretaker:
        # Its time came only now: the caretaker is asked by the next sweep.
        next_at_write(row)
    elif row.due_at <= at:
        _time_is_up(game, seats, seats[row.seat], at, caretaker)
    else:
        _remind(game, seats[row.seat], row, at)


def _pause_attend(game: Game, seats: list[Seat], row: Deadline, at: datetime) -> None:
    """End a pause whose time is over; a sweep that came too early leaves the row as it was."""
    if _past(game.pause_ends_at, at):
        pause_end_in_locked_game(game, seats, at)
    else:
        row.next_at = game.pause_ends_at
        row.save(update_fields=["next_at"])


def _past(time: datetime | None, at: datetime) -> bool:
    return time is not None and time <= at


def _remind(game: Game, seat: Seat, row: Deadline, at: datetime) -> None:
    """Send the reminder that is due; a turn that a standing order no longer decides waits like any other."""
    if _past(row.order_at, at):
        row.order_at = None
    if not _past(row.remind_at, at):
        next_at_write(row)
        return
    notice_write(Notice.Kind.REMINDER, game, seat.held_by, at, number=row.reminders)
    reminder_next(row, game, seat, at)


def _time_is_up(game: Game, seats: list[Seat], seat: Seat, at: datetime, caretaker: str) -> None:
    """The seat passes, or the caretaker takes its turn; in the end the caretaker holds the seat (RULES.md).

    Without a pace the seat has been idle so long that it is handed over at once.
    """
    person = seat.held_by
    seat.timeouts += 1
    seat.turns_late += 1
    seat.save(update_fields=["timeouts", "turns_late"])
    endless = game.pace == Game.Pace.NONE
    if not endless:
        _turn_for(game, seats, seat, caretaker)
    if game.status == Game.Status.RUNNING and (endless or seat.timeouts >= PATIENCE):
        seat_hand_over(game, seats, seat, running_hand(game), at)
    notice_write(Notice.Kind.TIMEOUT, game, person, at)


def _turn_for(game: Game, seats: list[Seat], seat: Seat, caretaker: str) -> None:
    if caretaker:
        turn_make(game, seats, seat, parse_turn(caretaker), by=Move.By.BOT, actor=caretaker_user())
    else:
        turn_make(game, seats, seat, _forced(game), by=Move.By.TIMEOUT)


def _forced(game: Game) -> Turn:
    return forced_turn(state_from_json(running_hand(game).state))
