"""Context of every page: the numbers of games, requests and cases that wait for the user."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.lobby.selectors import waiting_count
from games.moderation.impartiality import cases_waiting

# Good enough on every staff page.
CASES_CACHE_S = 60


def waiting(request: HttpRequest) -> dict[str, Any]:
    """The numbers, each queried only where it is shown. `waiting_cases` is for staff."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_games": 0, "waiting_cases": 0}
    return {
        "waiting_games": SimpleLazyObject(lambda: waiting_count(user)),
        "waiting_cases": SimpleLazyObject(lambda: _waiting_cases(user)) if user.is_staff else 0,
    }


def _waiting_cases(user: User) -> int:
    key = f"staff:waiting:{user.pk}"
    known = cache.get(key)
    if not isinstance(known, int):
        known = cases_waiting(user)
        cache.set(key, known, CASES_CACHE_S)
    return known
