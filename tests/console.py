"""The lines that the process logs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from odinsite.logs.filters import AbsenceOnce
from odinsite.logs.formats import JsonLineFormatter, LineFormatter

FORMATTERS = {"lines": LineFormatter, "json": JsonLineFormatter}


@contextmanager
def console_text(shape: str = "lines") -> Iterator[StringIO]:
    """Capture what the log's handler writes, as if nothing had been logged before."""
    [console] = (handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    [used] = (each for each in console.filters if isinstance(each, AbsenceOnce))
    fresh, text, formatter = AbsenceOnce(), StringIO(), console.formatter
    before = console.setStream(text)
    console.setFormatter(FORMATTERS[shape]())
    console.removeFilter(used)
    console.addFilter(fresh)
    try:
        yield text
    finally:
        console.removeFilter(fresh)
        console.addFilter(used)
        console.setFormatter(formatter)
        console.setStream(before)


def json_lines(text: str, logger: str = "") -> list[dict[str, Any]]:
    """The lines of a log in JSON, of one logger if it is named."""
    found = [json.loads(line) for line in text.splitlines()]
    return [line for line in found if not logger or line["logger"] == logger]
