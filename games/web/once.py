"""A form that opens a game opens one: pressed twice, it leads to the same game twice."""

import re
import time
from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest

from games.web.viewer import person

TOKEN = re.compile(r"[A-Za-z0-9_-]{8,32}")
# A second click comes within a moment; who waits longer wants a second game.
LIFE_S = 60
PATIENCE_S = 5.0
STEP_S = 0.05


def opened_once(request: HttpRequest, open_game: Callable[[], str]) -> str | None:
    """The public id that `open_game` returns, which is called once for each token `once` of the person's form.

    None when the first request of this token has not come to an end in time. Raises what `open_game` raises, and
    then the token counts as unused.
    """
    token = request.POST.get("once", "")
    if not TOKEN.fullmatch(token):
        return open_game()
    key = f"once:{person(request).pk}:{token}"
    if not cache.add(key, "", LIFE_S):
        made = _made_by_the_first(key)
        return open_game() if made is None else made or None
    try:
        made = open_game()
    except Exception:
        cache.delete(key)
        raise
    cache.set(key, made, LIFE_S)
    return made


def _made_by_the_first(key: str) -> str | None:
    """What the first request made; "" when it takes too long, None when it failed."""
    end = time.monotonic() + PATIENCE_S
    made: str | None = cache.get(key)
    while made == "" and time.monotonic() < end:
        time.sleep(STEP_S)
        made = cache.get(key)
    return made
