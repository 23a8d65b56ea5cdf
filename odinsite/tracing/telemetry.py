"""Spans by OpenTelemetry's libraries, which read their standard variables. Loaded only if these ask for spans."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from celery.signals import worker_process_shutdown
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from accounts.tracing.spans import Attributes, Kind
from odinsite.logs.hiding import hide_secrets
from odinsite.version import VERSION

_context = TraceContextTextMapPropagator()


class Telemetry:
    """Sends spans in batches, from a thread. Errors are not recorded: the log has them, without secrets."""

    def __init__(self) -> None:
        self._provider = TracerProvider(resource=service())
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("odin", VERSION)
        # Pool processes of workers end without Python's exit handlers.
        worker_process_shutdown.connect(self._flush)

    def span(self, name: str, kind: Kind, parent: str, attributes: Attributes) -> AbstractContextManager[Any]:
        found: AbstractContextManager[Any] = self._tracer.start_as_current_span(
            hide_secrets(name),
            context=_context.extract({"traceparent": parent}) if parent else None,
            kind=SpanKind[kind.upper()],
            attributes=_hidden(attributes),
            record_exception=False,
            set_status_on_exception=False,
        )
        return found

    def describe(self, span: Span, name: str, attributes: Attributes, *, failed: bool) -> None:
        span.update_name(hide_secrets(name))
        span.set_attributes(_hidden(attributes))
        if failed:
            span.set_status(StatusCode.ERROR)

    def traceparent(self) -> str:
        carried: dict[str, str] = {}
        _context.inject(carried)
        return carried.get("traceparent", "")

    def _flush(self, **_told: Any) -> None:
        self._provider.force_flush(5000)


def service() -> Resource:
    """What all spans say about the site. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come before its own values."""
    return Resource.create(
        {"service.name": "odin", "service.version": VERSION, **OTELResourceDetector().detect().attributes}
    )


def _hidden(attributes: Attributes) -> dict[str, str | int]:
    return {name: hide_secrets(value) if isinstance(value, str) else value for name, value in attributes.items()}
