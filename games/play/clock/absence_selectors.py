"""Queries on absences and vacation days."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.fast.queries import SAMPLE_DAY, SAMPLE_IDS, PreparedQuery, equals_any
from accounts.models import User
from games.models import Absence, Preferences

VACATION_MOST = 30
VACATION_GROWTH = timedelta(days=8)

_DAY = timedelta(days=1)
_ABSENCES: Final = PreparedQuery(
    lambda people, first: Absence.objects.filter(equals_any("user_id", people), last__gte=first).order_by("first"),
    people=SAMPLE_IDS,
    first=SAMPLE_DAY,
)


@dataclass(frozen=True)
class Vacation:
    """The person's days off: `days` available, counted at `counted_at`; `next_at` is None at the maximum."""

    days: int
    counted_at: datetime
    next_at: datetime | None


def vacation_balance(preferences: Preferences, at: datetime) -> Vacation:
    """The days off that are stored, plus those earned since."""
    since = preferences.vacation_counted_at or preferences.user.date_joined
    grown = max((at - since) // VACATION_GROWTH, 0)
    days = preferences.vacation_days + grown
    if days >= VACATION_MOST:
        return Vacation(VACATION_MOST, at, None)
    counted_at = since + grown * VACATION_GROWTH
    return Vacation(days, counted_at, counted_at + VACATION_GROWTH)


def local_today(user: User, at: datetime) -> date:
    """The date in the person's time zone."""
    return at.astimezone(ZoneInfo(user.time_zone)).date()


def absence_days(absence: Absence) -> int:
    return (absence.last - absence.first).days + 1


def open_absences(user: User) -> list[Absence]:
    """Present and future absences, next first. One query."""
    return list(Absence.objects.filter(user=user, last__gte=local_today(user, timezone.now())).order_by("first"))


def absences_since(people: Collection[int], first: date) -> dict[int, list[Absence]]:
    """The absences that end on `first` or later, in order, by account. At most one query."""
    absences: dict[int, list[Absence]] = {}
    for absence in _ABSENCES.fetch(people=list(people), first=first) if people else ():
        absences.setdefault(absence.user_id, []).append(absence)
    return absences


def away_until(users: Iterable[User]) -> dict[int, date]:
    """The last day of each person who is away today, over adjoining absences, by account. At most one query."""
    people = {user.pk: user for user in users if not user.is_bot}
    if not people:
        return {}
    at = timezone.now()
    # In their time zone it may still be yesterday.
    return away_among(people, _ABSENCES.fetch(people=list(people), first=at.date() - _DAY), at)


def away_among(people: Mapping[int, User], absences: Iterable[Absence], at: datetime) -> dict[int, date]:
    """The result of `away_until`, from absences in order."""
    away: dict[int, date] = {}
    for absence in absences:
        last = away.get(absence.user_id)
        follows = last is not None and absence.first <= last + _DAY
        if follows or absence.first <= local_today(people[absence.user_id], at) <= absence.last:
            away[absence.user_id] = absence.last
    return away
