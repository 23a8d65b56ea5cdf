"""Who is away until when, and how many days of vacation a person has left."""

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
# Another day of vacation comes with so much time.
VACATION_GROWTH = timedelta(days=8)

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Vacation:
    """`days` that may be spent now, counted at `counted_at`; the next comes at `next_at`, None where no more fit."""

    days: int
    counted_at: datetime
    next_at: datetime | None


def vacation_of(preferences: Preferences, at: datetime) -> Vacation:
    """What the person has to spend: the days of the row and what has grown since, from their joining on."""
    since = preferences.vacation_counted_at or preferences.user.date_joined
    grown = max((at - since) // VACATION_GROWTH, 0)
    days = preferences.vacation_days + grown
    if days >= VACATION_MOST:
        return Vacation(VACATION_MOST, at, None)
    counted_at = since + grown * VACATION_GROWTH
    return Vacation(days, counted_at, counted_at + VACATION_GROWTH)


def today_of(user: User, at: datetime) -> date:
    """The day that it is for the person."""
    return at.astimezone(ZoneInfo(user.time_zone)).date()


def days_of(absence: Absence) -> int:
    """How many days of vacation an absence takes."""
    return (absence.last - absence.first).days + 1


def absences_of(user: User) -> list[Absence]:
    """The person's absences that go on or are to come, the next first. One query."""
    return list(Absence.objects.filter(user=user, last__gte=today_of(user, timezone.now())).order_by("first"))


def absences_since(people: Iterable[User], first: date) -> dict[int, list[Absence]]:
    """By account, absences that end on this day or later, in order. One query, none where nobody ever took a day.

    The people are read with their preferences.
    """
    took = [user.pk for user in people if preferences_of(user).vacation_counted_at is not None]
    absences: dict[int, list[Absence]] = {}
    if took:
        for absence in Absence.objects.filter(user_id__in=took, last__gte=first).order_by("first"):
            absences.setdefault(absence.user_id, []).append(absence)
    return absences


def away_until(users: Iterable[User]) -> dict[int, date]:
    """The last day of absence, by account, of those who are away today; absences that follow each other are one.

    One query, none where all are bots.
    """
    people = {user.pk: user for user in users if not user.is_bot}
    if not people:
        return {}
    at = timezone.now()
    # It may still be yesterday where they are.
    rows = Absence.objects.filter(user_id__in=people, last__gte=at.date() - _DAY).order_by("first")
    return away_among(people, rows, at)


def away_among(people: Mapping[int, User], absences: Iterable[Absence], at: datetime) -> dict[int, date]:
    """`away_until` for people by account, from their absences, which come in order."""
    away: dict[int, date] = {}
    for absence in absences:
        last = away.get(absence.user_id)
        follows = last is not None and absence.first <= last + _DAY
        if follows or absence.first <= today_of(people[absence.user_id], at) <= absence.last:
            away[absence.user_id] = absence.last
    return away
