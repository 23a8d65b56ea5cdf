"""A server that takes spans as a collector of OpenTelemetry's does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.alarms.receiver import Receiver, receiving


@dataclass(frozen=True, slots=True)
class Collector:
    receiver: Receiver

    def spans(self) -> list[Any]:
        """All spans, in OpenTelemetry's own form."""
        exports = [ExportTraceServiceRequest.FromString(body) for body in self.receiver.bodies]
        scopes = [scope for export in exports for each in export.resource_spans for scope in each.scope_spans]
        return [span for scope in scopes for span in scope.spans]

    def named(self, name: str) -> list[Any]:
        return [span for span in self.spans() if span.name == name]

    def variables(self) -> dict[str, str]:
        """The environment of a process that sends its spans here, each half a second."""
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": self.receiver.address, "OTEL_BSP_SCHEDULE_DELAY": "500"}


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes}


@contextmanager
def collector() -> Iterator[Collector]:
    with receiving() as receiver:
        yield Collector(receiver)
        assert set(receiver.paths) <= {"/v1/traces"}
