"""Errors for Sentry, or a server that takes its envelopes. Loaded only if SENTRY_DSN is set."""

from __future__ import annotations

import logging
from typing import Any, Final

import sentry_sdk
from django.conf import settings
from sentry_sdk.utils import event_from_exception

from accounts.tracing.work import present_work
from odinsite.alarms.handlers import ReportHandler
from odinsite.alarms.places import Places
from odinsite.logs.hiding import hide_secrets
from odinsite.version import REVISION, VERSION

MINUTE_S: Final = 60.0
MOST: Final = 100
_FRAME: Final = ("filename", "abs_path", "function", "module", "lineno", "context_line", "pre_context", "post_context")
_EVENT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "server_name", "sdk")


class SentryHandler(ReportHandler):
    """Sends each place that fails, at most once a minute. Without the library's integrations, it knows no request."""

    def __init__(self) -> None:
        super().__init__(Places(period_s=MINUTE_S, most=MOST))
        self._client: sentry_sdk.Client | None = None
        self._client_process = 0

    def format(self, record: logging.LogRecord) -> str:
        """The id of the present work. Sentry gets the record itself."""
        work = present_work()
        return work.id if work is not None else ""

    def report(self, record: logging.LogRecord, place: str, text: str, unreported: int) -> None:
        client = self._client_of_process()
        event: Any = {}
        hint: Any = {}
        if record.exc_info and record.exc_info[1] is not None:
            event, hint = event_from_exception(record.exc_info, client_options=client.options)
        event |= {
            "level": "fatal" if record.levelno >= logging.CRITICAL else "error",
            "logger": record.name,
            "logentry": {"formatted": record.getMessage()},
            "tags": {"id": text, "unreported": str(unreported)},
        }
        client.capture_event(event, hint)
        client.flush(timeout=5.0)

    def _client_of_process(self) -> sentry_sdk.Client:
        """The client, made at the first error, in the thread that sends."""
        if self._client is None or self._process != self._client_process:
            self._client_process = self._process
            self._client = sentry_sdk.Client(
                settings.SENTRY_DSN,
                release=f"odin@{VERSION}+{REVISION[:8]}" if REVISION else f"odin@{VERSION}",
                default_integrations=False,
                auto_enabling_integrations=False,
                include_local_variables=False,
                max_request_body_size="never",
                send_client_reports=False,
                auto_session_tracking=False,
                max_breadcrumbs=0,
                before_send=scrubbed,
            )
        return self._client


def scrubbed(event: Any, _hint: Any) -> Any:
    """The event's known parts, with secrets hidden."""
    found = {name: event[name] for name in _EVENT if name in event}
    found["tags"] = {name: value for name, value in event.get("tags", {}).items() if name in ("id", "unreported")}
    found["logentry"] = {"formatted": hide_secrets(event.get("logentry", {}).get("formatted", ""))}
    values = (event.get("exception") or {}).get("values") or []
    found["exception"] = {"values": [_exception(value) for value in values]}
    return found


def _exception(value: Any) -> dict[str, Any]:
    frames = (value.get("stacktrace") or {}).get("frames") or []
    kept = [{name: frame[name] for name in _FRAME if frame.get(name) is not None} for frame in frames]
    return {
        "type": value.get("type"),
        "module": value.get("module"),
        "value": hide_secrets(str(value.get("value") or "")),
        "stacktrace": {"frames": kept},
    }
