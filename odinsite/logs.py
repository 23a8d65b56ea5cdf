"""Hides secrets in logs, such as links that log anyone in."""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
import traceback
from types import TracebackType

from odinsite.database.away import is_database_away

# Links in emails, calendars and invitations, and to published replays and imported games.
SECRET_PATHS = (
    *("m", "stop", "calendar", "i", "j", "lj", "r", "records"),
    *("accounts/confirm-email", "accounts/password/reset/key", "accounts/address-back"),
    "accounts/login/link",
)
SERVER_ERROR = 500
ABSENCE_S = 60.0
# It warns of each failed attempt to connect.
POOL = "psycopg.pool"
SECRET_NAMES = ("key", "token", "secret", "password", "code")

# An address may be part of another, as in `?next=%2Fi%2F...`, or lack its first slash.
_SLASH = r"(?:/|%2[Ff])"
_PATHS = "|".join(path.replace("/", _SLASH) for path in SECRET_PATHS)
_HIDDEN = (
    re.compile(rf"((?:{_SLASH}|['\"])(?:{_PATHS}){_SLASH})(?:(?!%2[Ff])[^\s/\"'?#<>&])+"),
    re.compile(rf"((?:[?&]|%3[Ff]|%26)(?:{'|'.join(SECRET_NAMES)})(?:=|%3[Dd]))(?:(?!%26)[^\s\"'#<>&])+"),
    # A server's password.
    re.compile(r"(://[^\s/@:\"']*:)[^\s/@\"']+(?=@)"),
)


def hide_secrets(text: str) -> str:
    """Replace each secret by an ellipsis."""
    for secret in _HIDDEN:
        text = secret.sub(r"\1…", text)
    return text


class SafeFormatter(logging.Formatter):
    """Formats log lines without secret addresses, including tracebacks."""

    def __init__(
        self, fmt: str | None = None, datefmt: str | None = None, *, within: logging.Formatter | None = None
    ) -> None:
        super().__init__(fmt, datefmt)
        self.within = within

    def format(self, record: logging.LogRecord) -> str:
        return hide_secrets(self.within.format(record) if self.within else super().format(record))


class BriefRefusals(logging.Filter):
    """Drops the tracebacks of refused requests: strangers would fill the log, and the line names the fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", SERVER_ERROR) < SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True


class AbsenceOnce(logging.Filter):
    """Lets each logger report once in ABSENCE_S that the database is away, in one line. Every request, task and attempt
    to connect would have a traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not (is_database_away(error) or record.name == POOL):
            return True
        now = time.monotonic()
        if now - self._told.get(record.name, -ABSENCE_S) < ABSENCE_S:
            return False
        self._told[record.name] = now
        if error is not None:
            reason = " ".join(str(error).split())
            # The message may have percent signs of an address.
            record.msg, record.args = "%s: the database is away: %s", (record.getMessage(), reason)
            record.exc_info = record.exc_text = None
        return True


def make_safe(logger: logging.Logger) -> None:
    for handler in logger.handlers:
        if not isinstance(handler.formatter, SafeFormatter):
            handler.setFormatter(SafeFormatter(within=handler.formatter))


def hide_in_failures() -> None:
    sys.excepthook = _write_failure
    threading.excepthook = _write_thread_failure


def _write_failure(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None, /, *, where: str = ""
) -> None:
    if sys.stderr is not None:
        sys.stderr.write(where + hide_secrets("".join(traceback.format_exception(kind, error, trace))))


def _write_thread_failure(failure: threading.ExceptHookArgs, /) -> None:
    if failure.exc_type is not SystemExit:
        name = failure.thread.name if failure.thread else "unknown"
        _write_failure(
            failure.exc_type, failure.exc_value, failure.exc_traceback, where=f"Exception in thread {name}:\n"
        )
