"""Limits of bots from outside."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from games.errors import Refused
from games.outside_bots.errors import OutsideBotReason
from games.web.counters import counted, span_left_s

MAX_GAMES: Final = 50
"""Games of a bot that are not over."""
TURNS: Final = 120
SPAN_S: Final = 60


def turn_count(user: User) -> None:
    """Count a turn that a bot from outside sends. Raises Refused(TOO_FAST) after TURNS in a span. Others are not
    counted. Without Redis, each process counts its own.
    """
    if not user.is_outside_bot:
        return
    [sent] = counted(SPAN_S, f"outside_bot:turns:{user.pk}")
    if sent > TURNS:
        raise Refused(OutsideBotReason.TOO_FAST, retry_s=span_left_s(SPAN_S))
