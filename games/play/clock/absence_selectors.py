"""Queries on absences and vacation days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.models import User
from games.models import Absence, Preferences
from games.people.preference_selectors import preferences_of

VACATION_MOST = 30
VACATION_GROWTH = timedelta(days=8)

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Vacation:
    """`days` available, counted at `counted_at`; `next_at` is None at the maximum."""

    days: int
    counted_at: datetime
    next_at: datetime | None


def vacation_balance(preferences: Preferences, at: datetime) -> Vacation:
    """Days in the row plus those earned since."""
    since = preferences.vacation_counted_at or preferences.user.date_joined
    grown = max((at - since) // VACATION_GROWTH, 0)
    days = preferences.vacation_days + grown
    if days >= VACATION_MOST:
        return Vacation(VACATION_MOST, at, None)
    counted_at = since + grown * VACATION_GROWTH
    return Vacation(days, counted_at, counted_at + VACATION_GROWTH)


def local_today(user: User, at: datetime) -> date:
    """In the person's time zone."""
    return at.astimezone(ZoneInfo(user.time_zone)).date()


def absence_days(absence: Absence) -> int:
    return (absence.last - absence.first).days + 1


def open_absences(user: User) -> list[Absence]:
    """Current and future ones, next first. One query."""
    return list(Absence.objects.filter(user=user, last__gte=local_today(user, timezone.now())).order_by("first"))


def absences_since(people: Iterable[User], first: date) -> dict[int, list[Absence]]:
    """By account those that end on `first` or later, in order. At most one query if people come with preferences."""
    took = [user.pk for user in people if preferences_of(user).vacation_counted_at is not None]
    absences: dict[int, list[Absence]] = {}
    if took:
        for absence in Absence.objects.filter(user_id__in=took, last__gte=first).order_by("first"):
            absences.setdefault(absence.user_id, []).append(absence)
    return absences


def away_until(users: Iterable[User]) -> dict[int, date]:
    """By account the last day of those away today, over adjoining absences. At most one query."""
    people = {user.pk: user for user in users if not user.is_bot}
    if not people:
        return {}
    at = timezone.now()
    # In their time zone it may still be yesterday.
    rows = Absence.objects.filter(user_id__in=people, last__gte=at.date() - _DAY).order_by("first")
    return away_among(people, rows, at)


def away_among(people: Mapping[int, User], absences: Iterable[Absence], at: datetime) -> dict[int, date]:
    """`away_until` from absences in order."""
    away: dict[int, date] = {}
    for absence in absences:
        last = away.get(absence.user_id)
        follows = last is not None and absence.first <= last + _DAY
        if follows or absence.first <= local_today(people[absence.user_id], at) <= absence.last:
            away[absence.user_id] = absence.last
    return away
