"""The log's one line for each piece of work."""

from __future__ import annotations

import logging
from typing import Final

from accounts.tracing.spans import Attributes, spans_sent
from accounts.tracing.work import Work

requests: Final = logging.getLogger("odin.request")
tasks: Final = logging.getLogger("odin.task")
# A page that no address leads to.
NO_ROUTE: Final = "-"
SERVER_ERROR: Final = 500
# The methods that lines and spans name: HTTP's, and that of turns by socket. A visitor may send any other text as one.
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "WS"})
# OpenTelemetry's name for all others.
OTHER_METHOD: Final = "_OTHER"


def request_log(work: Work, *, method: str, route: str, status: int, level: int = logging.INFO) -> None:
    """Log a request, or a turn by socket. `route`: the address's name, because the address may hold a secret."""
    known = method if method in METHODS else OTHER_METHOD
    named: Attributes = {"http.request.method": known, "http.route": route, "http.response.status_code": status}
    _span_describe(work, f"{known} {route}", named, failed=status >= SERVER_ERROR)
    if not requests.isEnabledFor(level):
        return
    found = {"method": known, "route": route, "status": status, "account": work.account}
    who = "" if work.account is None else f", account: {work.account}"
    words = "%s %s %s in %s ms, queries: %s%s"
    requests.log(level, words, known, route, status, work.ms, work.queries, who, extra=_fields(work, found))


def task_log(work: Work, *, task: str, state: str, level: int = logging.INFO) -> None:
    """Log a task that has ended."""
    _span_describe(work, task, {"odin.task.state": state}, failed=state == "FAILURE")
    if tasks.isEnabledFor(level):
        words = "%s %s in %s ms, queries: %s"
        fields = _fields(work, {"task": task, "state": state})
        tasks.log(level, words, task, state, work.ms, work.queries, extra=fields)


def _span_describe(work: Work, name: str, attributes: Attributes, *, failed: bool) -> None:
    spans = spans_sent()
    if spans is not None and work.span is not None:
        spans.describe(work.span, name, attributes, failed=failed)


def _fields(work: Work, found: dict[str, object]) -> dict[str, object]:
    """The fields of a JSON line. "id" comes with each line."""
    return {"odin": {**found, "ms": work.ms, "queries": work.queries}}
