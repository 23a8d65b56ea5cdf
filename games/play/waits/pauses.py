"""Pauses by agreement of all active players."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.errors import Refused
from games.models import Deadline, Game, Notice, Seat
from games.outbox.write import notice_write
from games.play.clock.deadline import deadline_resume, deadline_stop
from games.play.errors import PlayReason
from games.play.locking import PLAYED, LockedGame, lock_game
from games.play.turn import wait_begin

PAUSE = timedelta(days=14)


@transaction.atomic(durable=True)
def pause_want(*, public_id: str, user: User, want: bool, version: int | None = None) -> Game:
    """Set a wish to pause, or in a pause to resume; it happens once all active players agree. Raises NoSuchGame,
    Refused(STALE_VERSION, NOT_RUNNING, PAUSE_HELD, NO_PAUSES, ALREADY_RESIGNED, SEAT_NOT_HELD).
    """
    locked = lock_game(public_id, player=user, version=version, status=PLAYED)
    game, seat = locked.game, locked.seat
    if game.held_at is not None:
        raise Refused(PlayReason.PAUSE_HELD)
    if want and game.ends_by is not None:
        raise Refused(PlayReason.NO_PAUSES)
    check_is_active(seat, user)
    _wish_write(seat, locked.now if want else None)
    if not pause_agree(locked):
        on_commit.seat_changed(game, seat)
        if want:
            _wish_notify(locked)
    return game


def _wish_notify(locked: LockedGame) -> None:
    """Notify the other players, unless another request or a notification at this version has done so."""
    game = locked.game
    others = [seat for seat in active_seats(locked.seats) if seat.number != locked.seat.number]
    if any(seat.pause_wanted_at is not None for seat in others):
        return
    # Notifications dropped with a withdrawn request are written again.
    dropped = Notice.objects.filter(kind=Notice.Kind.PAUSE, game=game, status=Notice.Status.DROPPED)
    dropped.filter(version=game.version).delete()
    for seat in others:
        notice_write(Notice.Kind.PAUSE, game, seat.held_by, locked.now)


def pause_agree(locked: LockedGame) -> bool:
    """Pause or resume if all active players agree; return whether they do. Call it when the last seat without the wish
    may have changed. With no one to ask, no pause begins and a current one ends.
    """
    game, asked = locked.game, active_seats(locked.seats)
    if not all(seat.pause_wanted_at is not None for seat in asked):
        return False
    if game.held_at is not None:
        return False
    if game.status == Game.Status.PAUSED:
        pause_end(locked)
        return True
    if game.status == Game.Status.RUNNING and asked:
        pause_begin(locked, until=locked.now + PAUSE)
        return True
    return False


def check_is_active(seat: Seat, user: User) -> None:
    """Check that the person plays this seat. Raises Refused for resigned players and seats held by the stand-in bot."""
    if seat.resigned_at is not None:
        raise Refused(PlayReason.ALREADY_RESIGNED)
    if seat.held_by_id != user.pk:
        raise Refused(PlayReason.SEAT_NOT_HELD)


def active_seats(seats: list[Seat]) -> list[Seat]:
    """The seats whose players have to agree."""
    return [
        seat
        for seat in seats
        if seat.kind == Seat.Kind.PERSON and seat.resigned_at is None and seat.held_by_id == seat.user_id
    ]


def pause_begin(locked: LockedGame, *, until: datetime | None, held: bool = False) -> None:
    """Pause the game, or change the end of its pause. `held`: by a moderator, so players cannot end it."""
    game = locked.game
    game.status = Game.Status.PAUSED
    game.pause_ends_at = until
    game.held_at = locked.now if held else None
    _change_write(locked)
    deadline_stop(locked, until=until)
    on_commit.game_changed(game, locked.seats)


def pause_end(locked: LockedGame) -> None:
    """Resume the game with the time that was left; a bot or planned turn may act."""
    game, waits = locked.game, locked.seat_to_act
    assert waits is not None
    stopped = Deadline.objects.get(pk=game.pk)
    game.status = Game.Status.RUNNING
    game.pause_ends_at = game.held_at = None
    game.waiting_since = locked.recorded_at
    _change_write(locked)
    wait_begin(locked, again=True)
    if stopped.user_id == waits.held_by_id:
        _wait_restore(locked, stopped)
    on_commit.game_changed(game, locked.seats)


def _wait_restore(locked: LockedGame, stopped: Deadline) -> None:
    """Restore the wait. The pause gains no time and no new active hours; links in emails stay valid by the old
    version.
    """
    Deadline.objects.filter(pk=locked.game.pk).update(
        version=stopped.version,
        left=stopped.left,
        zone=stopped.zone,
        waking=stopped.waking,
        reminders=stopped.reminders,
    )
    deadline_resume(locked)


def _change_write(locked: LockedGame) -> None:
    """Save the change, and clear the requests."""
    locked.next_version()
    fields = ["status", "pause_ends_at", "held_at", "version", "changed_at", "waiting_since"]
    locked.game.save(update_fields=fields)
    for seat in locked.seats:
        _wish_write(seat, None)


def _wish_write(seat: Seat, at: datetime | None) -> None:
    if (seat.pause_wanted_at is None) != (at is None):
        seat.pause_wanted_at = at
        seat.save(update_fields=["pause_wanted_at"])
