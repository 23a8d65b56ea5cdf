"""Which way points are counted for the reader of a page: up, or down from the game's target (RULES.md).

A matter of display alone: points are stored, sent and recorded as penalty points.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_down = ContextVar("points_count_down", default=False)


@contextmanager
def counting(*, down: bool) -> Iterator[None]:
    """Count so until the block ends, as a language is active for a request."""
    token = _down.set(down)
    try:
        yield
    finally:
        _down.reset(token)


def counts_down(target: int | None) -> bool:
    """Whether the reader sees what is left of the target; a single hand always counts up."""
    return target is not None and _down.get()


def score_of(points: int, target: int | None) -> int:
    """Points as the reader sees them, never below 0."""
    return max(0, target - points) if target is not None and _down.get() else points
