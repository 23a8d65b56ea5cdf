"""Limits on the requests of a token and of an account, told in RateLimit headers
(draft-ietf-httpapi-ratelimit-headers-10).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse

from accounts.models import ApiToken
from games.web.counters import counted, span_left_s

SPAN_S: Final = 60
# A bot in twenty live games sends some 200 requests a minute.
OF_TOKEN: Final = 600
OF_ACCOUNT: Final = 1200
POLICY: Final = f'"token";q={OF_TOKEN};w={SPAN_S}, "account";q={OF_ACCOUNT};w={SPAN_S}'


class TooManyRequests(Exception):
    """The token or its account is over its limit. `retry_s`: seconds until the next span."""

    def __init__(self, retry_s: int) -> None:
        super().__init__(retry_s)
        self.retry_s = retry_s


@dataclass(frozen=True, slots=True)
class Allowed:
    """The requests left under both limits in this span, which ends in `reset_s` seconds."""

    token: int
    account: int
    reset_s: int

    @property
    def header(self) -> str:
        left = f'"token";r={self.token};t={self.reset_s}'
        return f'{left}, "account";r={self.account};t={self.reset_s}'


def count_request(request: HttpRequest, token: ApiToken) -> None:
    """Count one more request, which `limit_headers` then tells of. Raises TooManyRequests. Without Redis, each process
    counts its own.
    """
    reset_s = span_left_s(SPAN_S)
    of_token, of_account = counted(SPAN_S, f"api:token:{token.pk}", f"api:account:{token.user_id}")
    allowed = Allowed(max(OF_TOKEN - of_token, 0), max(OF_ACCOUNT - of_account, 0), reset_s)
    request.META["odin.api_limits"] = allowed
    if of_token > OF_TOKEN or of_account > OF_ACCOUNT:
        raise TooManyRequests(reset_s)


def limit_headers(request: HttpRequest, response: HttpResponse) -> None:
    """Add the headers to an answer to a counted request."""
    allowed = request.META.get("odin.api_limits")
    if isinstance(allowed, Allowed):
        response.headers["RateLimit-Policy"] = POLICY
        response.headers["RateLimit"] = allowed.header
