"""Whether points are shown counting up, or down from the target (RULES.md, "Options").

Only for display: stored, sent and recorded points are penalty points.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_down = ContextVar("points_count_down", default=False)


@contextmanager
def counting(*, down: bool) -> Iterator[None]:
    token = _down.set(down)
    try:
        yield
    finally:
        _down.reset(token)


def counts_down(target: int | None) -> bool:
    """Whether the reader sees points left; a single hand always counts up."""
    return target is not None and _down.get()


def shown_points(points: int, target: int | None) -> int:
    """Points as the reader sees them, at least 0."""
    return max(0, target - points) if target is not None and _down.get() else points
