"""A web server that stores the bodies of POST requests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

import brotli

DECODED: Final[dict[str | None, Callable[[bytes], bytes]]] = {
    None: bytes,
    "gzip": gzip.decompress,
    "br": brotli.decompress,
}


@dataclass
class Receiver:
    """`status`: its answers' status; `paths`: the addresses of the requests in order."""

    port: int
    status: int = 200
    bodies: list[bytes] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def json(self) -> list[Any]:
        return [json.loads(body) for body in self.bodies]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def receiving() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.paths.append(self.path)
            found.bodies.append(DECODED[self.headers["Content-Encoding"]](body))
            self.send_response(found.status)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_told: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Receiver(server.server_port)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
