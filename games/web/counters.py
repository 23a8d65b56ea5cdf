"""Counters of what happens in a span of time, in the cache."""

from __future__ import annotations

from django.core.cache import cache


def counted(key: str, span_s: int) -> int:
    """Count one more under `key`, which names a span of `span_s` seconds; return the number so far, 1 without Redis."""
    try:
        return int(cache.incr(key))
    except ValueError:
        # The first of its span.
        cache.add(key, 1, 2 * span_s)
        return 1
