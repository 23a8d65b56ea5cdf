"""Limits on what one network may ask of the site in a span of time, far above what its people need."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from accounts.sign_in.network_traces import network_key
from games.web.counters import counted


@dataclass(frozen=True, slots=True)
class NetworkLimit:
    """At most `most` in `span_s` seconds. `name`: the counter's."""

    name: str
    most: int
    span_s: int

    def allows(self, request: HttpRequest) -> bool:
        """Count one more of the request's network; return whether it is within the limit."""
        address = request.META.get("REMOTE_ADDR", "")
        [number] = counted(self.span_s, f"limit:{self.name}:{network_key(address) or address}")
        return number <= self.most

    def refusal(self, words: str = "") -> HttpResponse:
        """The answer to a request over the limit."""
        headers = {"Retry-After": str(self.span_s), "Cache-Control": "no-store"}
        kind = "text/plain; charset=utf-8"
        return HttpResponse(words, status=HTTPStatus.TOO_MANY_REQUESTS, content_type=kind, headers=headers)
