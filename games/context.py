"""What every page shows: how many games wait for the person, and for staff how many reports and appeals."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.lobby.selectors import waiting_count
from games.moderation.own_concerns import judging_waits

# The staff's number is asked for by every page of theirs, and need not be of this very moment.
JUDGING_KEPT_S = 60


def waiting(request: HttpRequest) -> dict[str, Any]:
    """`waiting_games`: the number of games that wait for the logged-in person; `waiting_cases`: of the reports and
    appeals that wait for them, 0 for who is no staff. Each is asked for only where it is shown."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_games": 0, "waiting_cases": 0}
    return {
        "waiting_games": SimpleLazyObject(lambda: waiting_count(user)),
        "waiting_cases": SimpleLazyObject(lambda: _waiting_cases(user)) if user.is_staff else 0,
    }


def _waiting_cases(user: User) -> int:
    """At most JUDGING_KEPT_S seconds old."""
    key = f"staff:waiting:{user.pk}"
    known = cache.get(key)
    if not isinstance(known, int):
        known = judging_waits(user)
        cache.set(key, known, JUDGING_KEPT_S)
    return known
