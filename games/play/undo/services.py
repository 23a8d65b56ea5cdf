"""A player takes back their own last turn."""

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.errors import Refused
from games.models import Deadline, Game, TakeBack
from games.outbox.write import turn_notice_write
from games.play.clock.deadline import deadline_write
from games.play.errors import UndoReason
from games.play.locking import RUNNING, LockedGame, lock_game
from games.play.orders.decision import orders_lapse
from games.play.undo.take_back import take_back_write
from games.play.undo_rights import MAX_UNDOS_A_HAND, allows_undo, may_undo, undo_count


@transaction.atomic(durable=True)
def turn_undo(*, public_id: str, user: User, version: int | None = None) -> Game:
    """Take back the person's own last turn, while no other has followed and the hand goes on. The clock continues as if
    it had not been taken. The player's own plans lapse, since they would take it again; others' stay. Raises NoSuchGame
    without an active seat, Refused(STALE_VERSION, OFF, NOT_RUNNING, NO_TURN, TOO_OFTEN, TOO_LATE).
    """
    locked = lock_game(public_id, player=user, holds=True, version=version)
    if not allows_undo(locked.game):
        raise Refused(UndoReason.OFF)
    locked.check_status(RUNNING)
    _undo(locked)
    return locked.game


def _undo(locked: LockedGame) -> None:
    game, hand, seat = locked.game, locked.hand, locked.seat
    moves = list(hand.moves.valid().order_by("number"))
    clock = Deadline.objects.get(pk=game.pk)
    if not moves or clock.left_before is None or not may_undo(game, seat, moves[-1], clock):
        raise Refused(UndoReason.NO_TURN)
    if undo_count(TakeBack.objects.filter(hand=hand), seat) >= MAX_UNDOS_A_HAND:
        raise Refused(UndoReason.TOO_OFTEN)
    last, left = moves[-1], clock.left_before
    keep = moves[-2].number if len(moves) > 1 else 0
    take_back_write(locked, taken=[last], keep=keep, actor=seat.held_by)
    orders_lapse([seat], locked.now)
    # Time since the turn is lost. The turn is recorded later than now if the clock has gone back.
    row = deadline_write(locked, since=min(last.created_at, locked.now), left=left)
    if row.due_at is not None and row.due_at <= locked.now:
        raise Refused(UndoReason.TOO_LATE)
    if not locked.is_unhurried(seat):
        turn_notice_write(game, seat, locked.now)
    on_commit.game_changed(game, locked.seats)
