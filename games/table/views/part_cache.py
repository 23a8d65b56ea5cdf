"""Caches the changing part of the table's page for everyone who sees the same: a person who looks again, or several
spectators.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import get_template

from accounts.fast.caches import LruCache
from games.web.cached.fragments import HOLE, TOKEN, at_reader

# Some 9 kB each: compressed for memory alone, in a third of the time that an answer takes.
MAX_ENTRIES: Final = 1000
PART: Final = "games/table/part.html"
CLOCK: Final = "games/table/board/clock.html"

# A placeholder for the part within its page.
PART_HOLE: Final = secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Reader:
    """Everything that the part's template needs to know about the account."""

    is_authenticated: bool
    is_guest: bool
    moderates: bool
    """Whether the person may see the admin's page of the game."""

    @classmethod
    def of(cls, user: Any) -> Reader:
        """The reader of an account or visitor. Only of staff it queries the permissions."""
        moderates = getattr(user, "is_staff", False) and user.has_perm("games.view_game")
        return cls(user.is_authenticated, bool(getattr(user, "is_guest", False)), moderates)


part_cache: Final[LruCache[bytes]] = LruCache("table parts", MAX_ENTRIES)


def drawn_part(request: HttpRequest, context: dict[str, Any]) -> str:
    """Render the part, cached by the ETag of `context`, which identifies the view, and by everything else that the part
    shows. What is shown only once is not cached: missed turns, and the chosen cards of a form that was refused.
    """
    view, next_game, reader = context["table"], context["next_game"], Reader.of(request.user)
    values = {**context, "user": reader, "csrf_token": TOKEN, "clock_hole": HOLE}
    if view.missed is not None or not context["choice"].is_nothing or settings.DEBUG:
        drawn: str = get_template(PART).render(values)
    else:
        key = (
            context["etag"],
            context["hints"],
            context["advice"],
            next_game and next_game.public_id,
            reader,
            at_reader(),
        )
        drawn = _cached(key, values)
    # The form's token is new each time, and the clock is as it is now.
    drawn = drawn.replace(HOLE, get_template(CLOCK).render({"table": view}))
    return drawn.replace(TOKEN, get_token(request)) if TOKEN in drawn else drawn


def _cached(key: Hashable, values: dict[str, Any]) -> str:
    compressed = part_cache.get(key)
    if compressed is not None:
        return zlib.decompress(compressed).decode()
    drawn: str = get_template(PART).render(values)
    part_cache.put(key, zlib.compress(drawn.encode(), 1))
    return drawn
