"""Counters of what happens in a span of time, in the cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from django.core.cache import cache


class _Counting(Protocol):
    """What the site's cache adds to Django's."""

    def count(self, keys: Sequence[str], timeout: int) -> list[int]: ...


def counted(span_s: int, *keys: str) -> list[int]:
    """Count one more under each key, which names a span of `span_s` seconds; return the numbers so far, those of this
    process without Redis. One round trip.
    """
    return cast("_Counting", cache).count(keys, 2 * span_s)
