"""Counters of what happens in a span of time, in the cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from django.core.cache import cache
from django.utils import timezone


class _Counting(Protocol):
    """The method that the site's cache has besides Django's."""

    def count(self, keys: Sequence[str], timeout: int) -> list[int]: ...


def span_left_s(span_s: int) -> int:
    """The seconds until the next span of `span_s` seconds, at least one."""
    return span_s - int(timezone.now().timestamp()) % span_s


def counted(span_s: int, *keys: str) -> list[int]:
    """Count one more under each key in the present span of `span_s` seconds; return the numbers of this span so far,
    those of this process without Redis. One round trip.
    """
    span = int(timezone.now().timestamp()) // span_s
    return cast("_Counting", cache).count([f"{key}:{span}" for key in keys], 2 * span_s)
