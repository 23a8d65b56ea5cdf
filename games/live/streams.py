"""Streams: a socket's messages as lines of an answer that doesn't end, for programs without web sockets."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

from accounts.models import ApiToken

LINES: Final = "application/x-ndjson"


class StreamResponse(HttpResponse):
    """A view's answer that lets the program of `token` follow. The web process sends its status and headers, and then
    the lines, while no thread and no database connection waits (odinsite/web/streams.py).
    """

    def __init__(self, token: ApiToken) -> None:
        # nginx collects other answers before it passes them on.
        super().__init__(content_type=LINES, headers={"X-Accel-Buffering": "no"})
        self.token: Final = token
