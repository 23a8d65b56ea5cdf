"""A web process that counts nothing for /metrics: `python -m` with options. `counting` compares it with others."""

import sys

from accounts.metrics.counters import Histogram, ProcessCounter
from tests.api.unlimited import UnlimitedCommand


def nothing(*_observed: object, **_options: object) -> None:
    """Count nothing."""


if __name__ == "__main__":
    ProcessCounter.add = nothing  # type: ignore[method-assign]
    Histogram.observe = nothing  # type: ignore[method-assign]
    UnlimitedCommand().run(sys.argv[1:])
