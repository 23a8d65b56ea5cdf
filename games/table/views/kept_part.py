"""The table's part, drawn once for all that are shown the same: a person who looks again, or several spectators."""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import get_template

from accounts.latest import Latest
from games.web.kept.fragments import HOLE, TOKEN, at_reader
from games.web.kept.packed import Piece, filled, packed, replaced

# The latest, some 9 kB each: packed for memory alone, in a third of the time that an answer is.
KEPT: Final = 1000
PART: Final = "games/table/part.html"
CLOCK: Final = "games/table/board/clock.html"

# Stands for the part within its page.
PART_HOLE: Final = secrets.token_hex(16)
# A part's pieces, and the names of what is filled in between.
_Drawn = list[Piece]


@dataclass(frozen=True, slots=True)
class Reader:
    """All that the part asks about the account."""

    is_authenticated: bool
    is_guest: bool


kept_parts: Final[Latest[_Drawn]] = Latest(KEPT)


def drawn_part(request: HttpRequest, context: dict[str, Any]) -> list[Piece]:
    """The part with cards for `context`, whose ETag names the view and all else that it shows. What is shown once is
    not kept: missed turns, and the choice of cards in a form that was refused.
    """
    user, view, next_game = request.user, context["table"], context["next_game"]
    reader = Reader(user.is_authenticated, bool(getattr(user, "is_guest", False)))
    values = {**context, "user": reader, "csrf_token": TOKEN, "clock_hole": HOLE}
    if view.missed is not None or not context["choice"].is_nothing or settings.DEBUG:
        drawn: _Drawn = filled(get_template(PART).render(values), {TOKEN: [TOKEN], HOLE: [HOLE]})
    else:
        key = (
            context["etag"],
            context["hints"],
            context["advice"],
            next_game and next_game.public_id,
            reader,
            at_reader(),
        )
        drawn = kept_parts.get(key) or _kept(key, values)
    # The form's token is new each time, and the clock is as it is now.
    now = {HOLE: get_template(CLOCK).render({"table": view})}
    if TOKEN in drawn:
        now[TOKEN] = get_token(request)
    return replaced(drawn, now)


def _kept(key: Hashable, values: dict[str, Any]) -> _Drawn:
    drawn = packed(get_template(PART).render(values), TOKEN, HOLE, level=1)
    kept_parts.keep(key, drawn)
    return drawn
