"""The two formats of the log: readable lines, and JSON. Neither shows secrets, or the variables of a traceback."""

from __future__ import annotations

import logging
import time
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from accounts.tracing.work import present_work
from odinsite.logs.hiding import hide_secrets

LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"


class LineFormatter(logging.Formatter):
    """Formats readable lines. Each ends with the id of its request or task, if it has one."""

    def __init__(self) -> None:
        super().__init__(LINE)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        work = present_work()
        line = super().formatMessage(record)
        return f"{line} [{work.id}]" if work is not None else line

    def format(self, record: logging.LogRecord) -> str:
        return hide_secrets(super().format(record))


class JsonLineFormatter(JsonFormatter):
    """Formats a JSON object a line. It has only known fields, because libraries add objects such as requests."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(
            ["asctime", "levelname", "name", "message"],
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "traceback"},
            json_ensure_ascii=False,
        )
        self._known = ("time", "level", "logger", "message", "traceback")

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Keep the known fields and those of `accounts.tracing.lines`, and hide secrets before quotes are escaped."""
        work = present_work()
        found = {name: log_data[name] for name in self._known if name in log_data}
        found |= log_data.get("odin", {})
        if work is not None:
            found["id"] = work.id
        return {name: hide_secrets(value) if isinstance(value, str) else value for name, value in found.items()}
