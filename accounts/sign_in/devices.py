"""Browsers in which a person has logged in before, known by a signed cookie ("device cookies", as OWASP calls them).

The cookie opens nothing. Tries at a password from such a browser are counted apart from those of strangers.
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
# So many people share a browser; the ones who logged in longest ago are forgotten.
PEOPLE_MAX = 5
SESSION_KEY = "known_to"


class _Device(TypedDict):
    """A browser's random name, and the ids of accounts that were logged in to in it, newest first."""

    name: str
    people: list[int]


def device_of(request: HttpRequest, user_id: int) -> str:
    """The name of the browser if the account was logged in to in it, or its password chosen by a mailed link; or ""."""
    device = _read(request)
    if user_id in device["people"]:
        return device["name"]
    if request.session.get(SESSION_KEY) == user_id:
        return f"session-{request.session.session_key}"
    return ""


def device_remember(request: HttpRequest, response: HttpResponse, user_id: int) -> None:
    """Note with the browser that the account was logged in to in it."""
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
    """Know the browser for as long as its session lasts."""
    request.session[SESSION_KEY] = user_id


def _read(request: HttpRequest) -> _Device:
    try:
        device: _Device = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_S)
    except signing.BadSignature:
        return _Device(name=secrets.token_hex(16), people=[])
    return device
