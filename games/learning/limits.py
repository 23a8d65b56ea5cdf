"""Limits on what the site stores and computes for one network's visitors, far above the needs of a school behind one
address. Each session is a row, each answer may write it, and each hint takes a search.
"""

from __future__ import annotations

from typing import Final, Literal

from django.core.cache import cache
from django.utils import timezone

HOUR_S: Final = 3600
Kind = Literal["session", "post", "hint"]
MAX_AN_HOUR: Final[dict[Kind, int]] = {"session": 300, "post": 3000, "hint": 3000}


def may_go_on(kind: Kind, network: str) -> bool:
    """Count one more in this hour; return whether it is within bounds."""
    key = f"learning:{kind}:{network}:{int(timezone.now().timestamp()) // HOUR_S}"
    try:
        return cache.incr(key) <= MAX_AN_HOUR[kind]
    except ValueError:
        # the first of this hour
        cache.add(key, 1, 2 * HOUR_S)
        return True
