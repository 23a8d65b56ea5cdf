"""A server that takes spans as a collector of OpenTelemetry's does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

PATIENCE_S = 20


class Collector:
    """`bodies` are what it has got."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.address = ""

    def spans(self) -> list[Any]:
        """All spans, in OpenTelemetry's own form."""
        exports = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        scopes = [scope for export in exports for each in export.resource_spans for scope in each.scope_spans]
        return [span for scope in scopes for span in scope.spans]

    def named(self, name: str) -> list[Any]:
        return [span for span in self.spans() if span.name == name]

    def variables(self) -> dict[str, str]:
        """The environment of a process that sends its spans here, each half a second."""
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": self.address, "OTEL_BSP_SCHEDULE_DELAY": "500"}


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes}


@contextmanager
def collector() -> Iterator[Collector]:
    taken = Collector()

    class Handler(BaseHTTPRequestHandler):
        timeout = PATIENCE_S

        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            taken.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        taken.address = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield taken
        finally:
            server.shutdown()
            thread.join(PATIENCE_S)
