"""How much one network may have the site keep for visitors who are not known here.

Each new session is a row in the database until its time is over, and each answer may write it; a school behind one
address stays far below, a script does not.
"""

from __future__ import annotations

from typing import Final, Literal

from django.core.cache import cache
from django.utils import timezone

HOUR_S: Final = 3600
Kind = Literal["session", "post"]
MOST: Final[dict[Kind, int]] = {"session": 300, "post": 3000}


def may_go_on(kind: Kind, network: str) -> bool:
    """Count one more of its kind for the network this hour, and tell whether that is still within bounds."""
    key = f"learning:{kind}:{network}:{int(timezone.now().timestamp()) // HOUR_S}"
    try:
        return cache.incr(key) <= MOST[kind]
    except ValueError:
        # The first of this hour.
        cache.add(key, 1, 2 * HOUR_S)
        return True
