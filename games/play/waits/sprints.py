"""Sprints: ten minutes of a slow game at a live pace, if all players are here and agree. The slow clock waits."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games import on_commit
from games.errors import Refused
from games.models import Game, Seat
from games.outbox.write import turn_notice_postpone
from games.play.clock.deadline import deadline_sprint, next_at_write
from games.play.errors import SprintReason
from games.play.locking import RUNNING, LockedGame, lock_game
from games.play.waits.pauses import check_is_active
from games.play.waits.sprint_selectors import SPRINT, WISH, all_here, may_sprint, wants_sprint


@transaction.atomic(durable=True)
def sprint_want(*, public_id: str, user: User, want: bool, version: int | None = None) -> Game:
    """Ask for a sprint, agree to one, or decline; it begins once all players agree within the time that a wish counts.
    Others do not learn that a player declined. Raises NoSuchGame, Refused(STALE_VERSION, NOT_RUNNING,
    ALREADY_RESIGNED, SEAT_NOT_HELD, NO_SPRINT, NOT_ALL_HERE).
    """
    locked = lock_game(public_id, player=user, version=version, status=RUNNING)
    game, seat = locked.game, locked.seat
    check_is_active(seat, user)
    if not want:
        _wish_drop(locked)
        return game
    if game.sprints_at(locked.now):
        # Another press, or the last to agree pressed just before.
        return game
    if not may_sprint(game, locked.seats, locked.now):
        raise Refused(SprintReason.NO_SPRINT)
    if not _seats(seat).filter(all_here(locked.now - WISH)).exists():
        raise Refused(SprintReason.NOT_ALL_HERE)
    seat.sprint_wanted_at, seat.sprint_declined_at = locked.now, None
    seat.save(update_fields=["sprint_wanted_at", "sprint_declined_at"])
    people = [other for other in locked.seats if other.kind == Seat.Kind.PERSON]
    if all(wants_sprint(other, locked.now) for other in people):
        _sprint_begin(locked)
    else:
        on_commit.seat_changed(game, seat)
    return game


def _wish_drop(locked: LockedGame) -> None:
    """Withdraw the seat's wish, or decline others', who see no change then."""
    seat, wanted = locked.seat, wants_sprint(locked.seat, locked.now)
    seat.sprint_wanted_at = None
    seat.sprint_declined_at = None if wanted else locked.now
    seat.save(update_fields=["sprint_wanted_at", "sprint_declined_at"])
    if wanted:
        on_commit.seat_changed(locked.game, seat)


def _seats(seat: Seat) -> QuerySet[Seat]:
    return Seat.objects.filter(pk=seat.pk)


def _sprint_begin(locked: LockedGame) -> None:
    """Begin the sprint. The version stays, so that a turn chosen just before still counts."""
    game = locked.game
    deadline_sprint(locked, ends_at=locked.now + SPRINT)
    game.save(update_fields=["sprint_ends_at"])
    game.seats.update(sprint_wanted_at=None)
    on_commit.seat_changed(game, locked.seats[game.to_act or 0])


def sprint_end(locked: LockedGame) -> None:
    """Go back to the slow clock: with the time that was left before the sprint, or a whole turn if the turn began
    in it. The player may need the notification that the sprint left out.
    """
    game = locked.game
    row = deadline_sprint(locked, ends_at=None)
    game.save(update_fields=["sprint_ends_at"])
    seat = locked.seats[row.seat]
    row.notice_at = turn_notice_postpone(game, seat, row.version, locked.now)
    next_at_write(row)
    on_commit.seat_changed(game, seat)
