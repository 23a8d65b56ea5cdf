"""The table's part, drawn once for all that are shown the same: a person who looks again, or several spectators."""

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

from accounts.latest import Latest
from games.web.kept.fragments import HOLE, TOKEN, at_reader

# The latest, some 9 kB each: compressed for memory alone, in a third of the time that an answer takes.
KEPT: Final = 1000
PART: Final = "games/table/part.html"
CLOCK: Final = "games/table/board/clock.html"

# Stands for the part within its page.
PART_HOLE: Final = secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Reader:
    """All that the part asks about the account."""

    is_authenticated: bool
    is_guest: bool


kept_parts: Final[Latest[bytes]] = Latest(KEPT)


def drawn_part(request: HttpRequest, context: dict[str, Any]) -> str:
    """The part with cards for `context`, whose ETag names the view and all else that it shows. What is shown once is
    not kept: missed turns, and the choice of cards in a form that was refused.
    """
    user, view, next_game = request.user, context["table"], context["next_game"]
    reader = Reader(user.is_authenticated, bool(getattr(user, "is_guest", False)))
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
        drawn = _kept(key, values)
    # The form's token is new each time, and the clock is as it is now.
    drawn = drawn.replace(HOLE, get_template(CLOCK).render({"table": view}))
    return drawn.replace(TOKEN, get_token(request)) if TOKEN in drawn else drawn


def _kept(key: Hashable, values: dict[str, Any]) -> str:
    known = kept_parts.get(key)
    if known is not None:
        return zlib.decompress(known).decode()
    drawn: str = get_template(PART).render(values)
    kept_parts.keep(key, zlib.compress(drawn.encode(), 1))
    return drawn
