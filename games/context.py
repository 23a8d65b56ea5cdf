"""What every page shows: how many games wait for the person."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.selectors.lobby import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """`waiting_games`: the number of games that wait for the logged-in person; asked for only where it is shown."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_games": 0}
    return {"waiting_games": SimpleLazyObject(lambda: waiting_count(user))}
