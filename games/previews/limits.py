"""The limit on what the site draws for one network: far above what people open, as each picture is drawn once."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.utils import timezone

DRAWN_A_MINUTE: Final = 60
MINUTE_S: Final = 60


def may_draw(network: str) -> bool:
    """Count one more picture in this minute; return whether it is within the limit."""
    key = f"previews:{network}:{int(timezone.now().timestamp()) // MINUTE_S}"
    try:
        return cache.incr(key) <= DRAWN_A_MINUTE
    except ValueError:
        # the first of this minute
        cache.add(key, 1, 2 * MINUTE_S)
        return True
