"""Sends spans by OpenTelemetry's protocol if its variables say where to, and its libraries are installed."""

from __future__ import annotations

import logging
from os import environ
from typing import Final

from accounts.tracing.spans import spans_send

log = logging.getLogger(__name__)

EXPORTER: Final = "OTEL_TRACES_EXPORTER"
ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
DISABLED: Final = "OTEL_SDK_DISABLED"


def spans_begin() -> None:
    """Send spans if the variables ask for it. Otherwise nothing is imported."""
    if not spans_wanted():
        return
    try:
        from odinsite.tracing.telemetry import Telemetry
    except ModuleNotFoundError as missing:
        if not (missing.name or "").startswith("opentelemetry"):
            raise
        log.warning("No traces are sent: install the packages of the extra `tracing` (docker/watch.md).")
        return
    spans_send(Telemetry())


def spans_wanted() -> bool:
    """Whether OpenTelemetry's variables ask for spans by its protocol, the only one that the site speaks."""
    exporter = environ.get(EXPORTER, "").strip().lower()
    if environ.get(DISABLED, "").strip().lower() == "true":
        return False
    if exporter not in ("", "otlp"):
        if exporter != "none":
            log.warning("No traces are sent: %s must be otlp or none.", EXPORTER)
        return False
    return bool(exporter) or any(environ.get(name) for name in ENDPOINTS)
