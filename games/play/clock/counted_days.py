"""Days off that stop clocks in a league: as many as it named at sign-up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from accounts.models import User
from games.models import Absence, League, Seat

_DAY: Final = timedelta(days=1)


def last_counted_day(absences: Iterable[tuple[date, date]], since: date, most: int) -> date | None:
    """The last of the first `most` days off from `since` on; None while there are fewer, because all count then.
    `absences`: first and last days, in order.
    """
    if not most:
        return since - _DAY
    left = most
    for first, last in absences:
        begin = max(first, since)
        days = (last - begin).days + 1
        if days >= left:
            return begin + (left - 1) * _DAY
        left -= max(days, 0)
    return None


def counted_days_write(user: User) -> bool:
    """Save which days off of a locked person stop clocks in their games of running leagues; return whether there are
    such leagues. The caller sets the clocks. One query, and two for each league.
    """
    leagues = League.objects.filter(members__user=user, status=League.Status.RUNNING)
    for league in (found := list(leagues)):
        assert league.begun_at is not None
        since = league.begun_at.astimezone(ZoneInfo(user.time_zone)).date()
        own = Absence.objects.filter(user=user, last__gte=since).order_by("first").values_list("first", "last")
        seats = Seat.objects.filter(user=user, game__in_league__league=league, game__ended_at__isnull=True)
        seats.update(away_until=last_counted_day(own, since, league.away_days))
    return bool(found)
