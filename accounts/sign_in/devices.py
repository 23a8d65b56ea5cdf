"""Browsers of a person, known by a signed cookie (OWASP's "device cookies").

The cookie opens nothing; it lets tries at a password be counted apart from strangers'.
"""

import secrets
from typing import TypedDict

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
COOKIE_S = 365 * 86_400
PATH = "/accounts/"
SALT = "accounts.devices"
# Remembered in one browser; the earliest logins are dropped.
PEOPLE_MAX = 5
SESSION_KEY = "known_to"


class _Device(TypedDict):
    """The cookie of a browser. `people`: accounts that logged in with it, newest login first."""

    name: str
    people: list[int]


def known_device(request: HttpRequest, user_id: int) -> str:
    """The browser's name; "" unless the account logged in with it or chose a password there by email."""
    device = _read(request)
    if user_id in device["people"]:
        return device["name"]
    if request.session.get(SESSION_KEY) == user_id:
        return f"session-{request.session.session_key}"
    return ""


def device_remember(request: HttpRequest, response: HttpResponse, user_id: int) -> None:
    device = _read(request)
    people = [user_id, *(known for known in device["people"] if known != user_id)][:PEOPLE_MAX]
    response.set_cookie(
        COOKIE,
        signing.dumps(_Device(name=device["name"], people=people), salt=SALT),
        max_age=COOKIE_S,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def session_remember(request: HttpRequest, user_id: int) -> None:
    request.session[SESSION_KEY] = user_id


def _read(request: HttpRequest) -> _Device:
    try:
        device: _Device = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_S)
    except signing.BadSignature:
        return _Device(name=secrets.token_hex(16), people=[])
    return device
