"""Vacation: days when a person's clocks stop, from a growing allowance."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from games import on_commit
from games.clocks import Pace
from games.errors import Refused
from games.models import Absence, Game, Preferences, Seat
from games.people.locking import locked_preferences
from games.play.clock.absence_selectors import VACATION_MOST, absence_days, local_today, vacation_balance
from games.play.clock.counted_days import counted_days_write
from games.play.clock.deadline import clocks_changed
from games.play.errors import AbsenceReason
from games.play.locking import LockedGame, lock_games

# Later starts are probably typing errors.
MAX_AHEAD = timedelta(days=366)


@transaction.atomic(durable=True)
def absence_add(*, user: User, first: date, last: date) -> Absence:
    """Add away days, and stop the person's running clocks immediately if they include today. `first` and `last` are
    inclusive, in the person's time zone. Raises Refused(PAST, BACKWARDS, TOO_FAR, OVERLAPS, NO_VACATION_LEFT,
    ACCOUNT_CLOSED).
    """
    preferences = locked_preferences(user)
    at = timezone.now()
    _check_days(local_today(preferences.user, at), first, last)
    own = Absence.objects.filter(user=preferences.user)
    if own.filter(first__lte=last, last__gte=first).exists():
        raise Refused(AbsenceReason.OVERLAPS)
    absence = Absence(user=preferences.user, first=first, last=last, created_at=at)
    if absence_days(absence) > vacation_balance(preferences, at).days:
        raise Refused(AbsenceReason.NO_VACATION_LEFT)
    _games_lock(preferences.user)
    with clocks_changed(user=preferences.user) as games:
        absence.save()
        _counted_days_write(preferences.user, games)
    _vacation_write(preferences, at, more=-absence_days(absence))
    _announce(games, preferences.user)
    return absence


def _check_days(today: date, first: date, last: date) -> None:
    if first < today:
        raise Refused(AbsenceReason.PAST)
    if last < first:
        raise Refused(AbsenceReason.BACKWARDS)
    if first > today + MAX_AHEAD:
        raise Refused(AbsenceReason.TOO_FAR)


@transaction.atomic(durable=True)
def absence_end(*, user: User, absence_id: int, at_once: bool = False) -> int:
    """Cancel a future absence, or end a current one with today or `at_once`; return the days given back. Raises
    Refused(NO_SUCH_ABSENCE, OVER, ACCOUNT_CLOSED).
    """
    preferences = locked_preferences(user)
    at = timezone.now()
    today = local_today(preferences.user, at)
    absence = Absence.objects.filter(user=preferences.user, pk=absence_id).first()
    if absence is None:
        raise Refused(AbsenceReason.NO_SUCH_ABSENCE)
    if absence.last < today or (absence.last == today and not at_once):
        raise Refused(AbsenceReason.OVER)
    back = absence_days(absence) if absence.first > today else (absence.last - today).days
    _games_lock(preferences.user)
    with clocks_changed(user=preferences.user) as games:
        _shorten(absence, today - timedelta(days=1) if at_once else today, today)
        _counted_days_write(preferences.user, games)
    _vacation_write(preferences, at, more=back)
    _announce(games, preferences.user)
    return back


def _shorten(absence: Absence, last: date, today: date) -> None:
    """Shorten the absence, or delete it if it has not begun or nothing is left of it."""
    if absence.first > min(last, today):
        absence.delete()
        return
    absence.last = last
    absence.save(update_fields=["last"])


def _games_lock(user: User) -> None:
    """Lock the person's games, so that no new wait uses the old absences."""
    own = Seat.objects.filter(game=OuterRef("pk"), held_by=user, is_open=True)
    slow = [pace.value for pace in Pace if pace.may_stop]
    lock_games(Game.objects.filter(Exists(own), ended_at__isnull=True, pace__in=slow))


def _counted_days_write(user: User, games: list[LockedGame]) -> None:
    """Save which days count in leagues, and read them for the clocks that are about to be set."""
    if counted_days_write(user):
        for locked in games:
            seat = locked.seat_of(user)
            assert seat is not None
            seat.refresh_from_db(fields=["away_until"])


def _vacation_write(preferences: Preferences, at: datetime, *, more: int) -> None:
    vacation = vacation_balance(preferences, at)
    preferences.vacation_days = min(vacation.days + more, VACATION_MOST)
    preferences.vacation_counted_at = vacation.counted_at
    preferences.save(update_fields=["vacation_days", "vacation_counted_at"])


def _announce(games: list[LockedGame], user: User) -> None:
    for locked in games:
        seat = locked.seat_of(user)
        assert seat is not None
        on_commit.seat_changed(locked.game, seat)
