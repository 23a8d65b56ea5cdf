"""Does whatever is due while a turn waits."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine import forced_turn, parse_turn
from games.models import Deadline, Game, Move, Notice, Seat
from games.outbox.write import notice_write, turn_notice_postpone
from games.play.bot_accounts import CARETAKER, caretaker_user
from games.play.bot_turn import bot_choice
from games.play.clock.deadline import next_at_write, reminder_next
from games.play.locking import LockedGame, lock_game_if
from games.play.seats.services import seat_hand_over
from games.play.standing_orders import order_play
from games.play.turn import turn_apply
from games.play.waits.pauses import pause_end
from games.play.waits.sprints import sprint_end

TIMEOUTS_BEFORE_CARETAKER = 3


def wait_attend(*, game_id: int) -> None:
    """Do what is due in a game's wait. Harmless when run twice or early."""
    row = Deadline.objects.select_related("game").filter(pk=game_id).first()
    if row is None:
        return
    at, game = timezone.now(), row.game
    # If time runs out before the plan's delay, the plan acts at the deadline.
    ordered = row.order_at is not None and (_is_due(row.order_at, at) or _is_due(row.due_at, at))
    if ordered and order_play(game_id=game_id, version=game.version) is not None:
        return
    text = ""
    out_of_time = _is_due(row.due_at, at) and not game.sprints_at(row.since)
    if out_of_time and game.timeout_action == Game.TimeoutAction.CARETAKER:
        text = str(bot_choice(game, row.seat, CARETAKER) or "")
    _attend(game_id=game_id, version=game.version, caretaker=text)


@transaction.atomic(durable=True)
def _attend(*, game_id: int, version: int, caretaker: str) -> None:
    """Do all that is due except planned turns, under the lock; nothing if the game has left `version`. `caretaker`: the
    turn that the stand-in bot chose, if it was asked.
    """
    locked = lock_game_if(game_id, version=version)
    if locked is None:
        return
    game, at = locked.game, locked.now
    row = Deadline.objects.get(pk=game_id)
    if game.status == Game.Status.PAUSED:
        _pause_attend(locked, row)
    elif game.status != Game.Status.RUNNING or row.due_at is None:
        row.due_at = row.remind_at = row.order_at = row.notice_at = None
        next_at_write(row)
    elif row.due_at <= at and game.sprints_at(row.since):
        sprint_end(locked)
    elif row.due_at <= at and game.timeout_action == Game.TimeoutAction.CARETAKER and not caretaker:
        # The next sweep asks the stand-in bot.
        next_at_write(row)
    elif row.due_at <= at:
        _seat_time_out(locked, locked.seats[row.seat], caretaker)
    else:
        _remind(locked, row)


def _pause_attend(locked: LockedGame, row: Deadline) -> None:
    if _is_due(locked.game.pause_ends_at, locked.now):
        pause_end(locked)
    else:
        row.next_at = locked.game.pause_ends_at
        row.save(update_fields=["next_at"])


def _is_due(time: datetime | None, at: datetime) -> bool:
    return time is not None and time <= at


def _remind(locked: LockedGame, row: Deadline) -> None:
    """Write the turn's notification or a reminder. A turn that its plan no longer decides waits as usual."""
    if _is_due(row.order_at, locked.now):
        row.order_at = None
    if _is_due(row.notice_at, locked.now):
        row.notice_at = turn_notice_postpone(locked.game, locked.seats[row.seat], row.version, locked.now)
    if not _is_due(row.remind_at, locked.now):
        next_at_write(row)
        return
    holder = locked.seats[row.seat].held_by
    notice_write(Notice.Kind.REMINDER, locked.game, holder, locked.now, number=row.reminders)
    reminder_next(locked, row)


def _seat_time_out(locked: LockedGame, seat: Seat, caretaker: str) -> None:
    """Pass, or let the stand-in bot play. It holds the seat after repeated time-outs, or after one without a pace
    (RULES.md, "What the books leave open").
    """
    game, person = locked.game, seat.held_by
    seat.timeouts += 1
    seat.turns_late += 1
    seat.save(update_fields=["timeouts", "turns_late"])
    endless = game.pace == Game.Pace.NONE
    if not endless:
        _turn_for(locked, seat, caretaker)
    if game.status == Game.Status.RUNNING and (endless or seat.timeouts >= TIMEOUTS_BEFORE_CARETAKER):
        seat_hand_over(locked, seat)
    notice_write(Notice.Kind.TIMEOUT, game, person, locked.now)


def _turn_for(locked: LockedGame, seat: Seat, caretaker: str) -> None:
    if caretaker:
        turn_apply(locked, seat, parse_turn(caretaker), by=Move.By.BOT, actor=caretaker_user())
    else:
        turn_apply(locked, seat, forced_turn(locked.state), by=Move.By.TIMEOUT)
