"""Test clients that are logged in."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.template import Context
from django.test import Client
from django.utils.crypto import get_random_string

from accounts.models import User

ClientOf = Callable[[User], Client]


def page_context_keep(store: dict[str, object], *, context: Context, **_signal: object) -> None:
    """Keep the context of an answer's first template, the page's own. A page has a hundred templates, and Django's test
    client copies the context of each.
    """
    if "context" not in store:
        store["context"] = [copy(context)]


def logged_in(user: User) -> Client:
    """Write the session that a login leaves, in one query."""
    client = Client()
    log_in(client, user)
    return client


def log_in(client: Client, user: User, **more: object) -> None:
    """Log the client in, as `logged_in`, with `more` in the session."""
    client.cookies[settings.SESSION_COOKIE_NAME] = _session_write(_login(user) | more).pk


def session_of(user: User) -> Session:
    """A login, in one query."""
    return _session_write(_login(user))


def _login(user: User) -> dict[str, object]:
    return {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }


def _session_write(data: dict[str, object]) -> Session:
    key, session = get_random_string(32, VALID_KEY_CHARS), SessionStore()
    row = Session(key, session.encode(data), session.get_expiry_date())
    row.save(force_insert=True)
    return row
