"""Pauses by agreement: the game stands still when all who play in it want that, and goes on in the same way."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NoSuchGame, Refused
from games.models import Deadline, Game, Notice, Seat
from games.play.errors import PlayReason
from games.services import notify
from games.services.deadlines import deadline_resume, deadline_stop
from games.services.locking import check_version, locked_game, person_seat, seats_of
from games.services.outbox import notice_write
from games.services.play import turn_waits

PAUSE = timedelta(days=14)


@transaction.atomic(durable=True)
def pause_want(*, public_id: str, user: User, want: bool, version: int | None = None) -> Game:
    """Say whether one wants the game to pause, or, while it does, to go on; it does when all who hold their seats do.

    Bots, who resigned and seats that the caretaker holds are not asked. Raises NoSuchGame,
    Refused(STALE_VERSION, NOT_RUNNING, PAUSE_HELD, ALREADY_RESIGNED, SEAT_NOT_HELD).
    """
    game = locked_game(public_id)
    seats = seats_of(game)
    seat = person_seat(seats, user)
    if seat is None:
        raise NoSuchGame(public_id)
    check_version(game, version)
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        raise Refused(PlayReason.NOT_RUNNING)
    if game.held_at is not None:
        raise Refused(PlayReason.PAUSE_HELD)
    check_holds(seat, user)
    at = timezone.now()
    _wish_write(seat, at if want else None)
    if not pause_agree(game, seats, at):
        notify.seat_changed(game, seat)
        if want:
            _wish_tell(game, seats, seat, at)
    return game


def _wish_tell(game: Game, seats: list[Seat], wisher: Seat, at: datetime) -> None:
    """Ask the others, unless they were asked already: by somebody whose wish stands, or at this version of the game."""
    others = [seat for seat in asked_seats(seats) if seat.number != wisher.number]
    if any(seat.pause_wanted_at is not None for seat in others):
        return
    # What a wish that was taken back at once has left is told after all.
    dropped = Notice.objects.filter(kind=Notice.Kind.PAUSE, game=game, status=Notice.Status.DROPPED)
    dropped.filter(version=game.version).delete()
    for seat in others:
        notice_write(Notice.Kind.PAUSE, game, seat.held_by, at)


def pause_agree(game: Game, seats: list[Seat], at: datetime) -> bool:
    """Pause the game, or let it go on, where all who are asked want that; whether they do. The game is locked.

    To be called whenever somebody may have been the last who did not: by a wish, or by leaving the seat to a bot. Where
    nobody is left to ask, no pause begins, and one that is on ends.
    """
    asked = asked_seats(seats)
    if not all(seat.pause_wanted_at is not None for seat in asked):
        return False
    if game.held_at is not None:
        return False
    if game.status == Game.Status.PAUSED:
        pause_end_in_locked_game(game, seats, at)
        return True
    if game.status == Game.Status.RUNNING and asked:
        pause_begin(game, seats, at, until=at + PAUSE)
        return True
    return False


def check_holds(seat: Seat, user: User) -> None:
    """Refuse who has given the seat up, or lets the caretaker play it."""
    if seat.resigned_at is not None:
        raise Refused(PlayReason.ALREADY_RESIGNED)
    if seat.held_by_id != user.pk:
        raise Refused(PlayReason.SEAT_NOT_HELD)


def asked_seats(seats: list[Seat]) -> list[Seat]:
    """The seats without whose wish a game neither pauses nor goes on."""
    return [
        seat
        for seat in seats
        if seat.kind == Seat.Kind.PERSON and seat.resigned_at is None and seat.held_by_id == seat.user_id
    ]


def pause_begin(game: Game, seats: list[Seat], at: datetime, *, until: datetime | None, held: bool = False) -> None:
    """Let the game stand still, `until` at the latest, or set another end of a pause that is on. The game is locked.

    `held`: by a moderator, so that the players cannot end it by agreement.
    """
    game.status = Game.Status.PAUSED
    game.pause_ends_at = until
    game.held_at = at if held else None
    _change_write(game, seats, at)
    deadline_stop(game, seats, at, until=until)
    notify.game_changed(game, seats)


def pause_end_in_locked_game(game: Game, seats: list[Seat], at: datetime) -> None:
    """Let a paused game go on; the clock has what was left, a bot or a standing order acts. The game is locked."""
    assert game.to_act is not None
    stopped = Deadline.objects.get(pk=game.pk)
    game.status = Game.Status.RUNNING
    game.pause_ends_at = game.held_at = None
    game.waiting_since = at
    _change_write(game, seats, at)
    turn_waits(game, seats, at)
    if stopped.user_id == seats[game.to_act].held_by_id:
        _clock_keep(game, seats, at, stopped)
    notify.game_changed(game, seats)


def _clock_keep(game: Game, seats: list[Seat], at: datetime, stopped: Deadline) -> None:
    """It is the same wait as before the pause: nobody gains time by it, is given more twice or other waking hours.

    Links in mails that tell of it hold on, too: they know it by the version at which it began.
    """
    Deadline.objects.filter(pk=game.pk).update(
        version=stopped.version,
        left=stopped.left,
        zone=stopped.zone,
        waking=stopped.waking,
        reminders=stopped.reminders,
        granted_by=stopped.granted_by_id,
    )
    deadline_resume(game, seats, at)


def _change_write(game: Game, seats: list[Seat], at: datetime) -> None:
    """The wishes have come true."""
    game.version += 1
    game.changed_at = at
    game.save(update_fields=["status", "pause_ends_at", "held_at", "version", "changed_at", "waiting_since"])
    for seat in seats:
        _wish_write(seat, None)


def _wish_write(seat: Seat, at: datetime | None) -> None:
    if (seat.pause_wanted_at is None) != (at is None):
        seat.pause_wanted_at = at
        seat.save(update_fields=["pause_wanted_at"])
