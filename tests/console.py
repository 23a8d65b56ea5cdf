"""What the process logs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from odinsite.logs import AbsenceOnce


@contextmanager
def console_text() -> Iterator[StringIO]:
    """Capture what the log's handler writes, as if nothing had been logged before."""
    [console] = (handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    [used] = (each for each in console.filters if isinstance(each, AbsenceOnce))
    fresh, text = AbsenceOnce(), StringIO()
    before = console.setStream(text)
    console.removeFilter(used)
    console.addFilter(fresh)
    try:
        yield text
    finally:
        console.removeFilter(fresh)
        console.addFilter(used)
        console.setStream(before)
