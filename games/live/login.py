"""For the sockets: the login that opened one, and whether it still stands. Sockets outlive log-outs and accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from accounts.models import User


class LoginOver(Exception):
    """The socket's login has ended since it was opened, or its person was suspended."""


class UrlRoute(TypedDict):
    """What the router read from the address of a socket."""

    args: tuple[str, ...]
    kwargs: dict[str, str]


class SocketScope(TypedDict):
    """What the server, the session middlewares and the router know of a connection: the part that sockets read."""

    query_string: bytes
    session: SessionBase
    user: User | AnonymousUser
    url_route: UrlRoute


@dataclass(frozen=True, slots=True)
class Login:
    """The session that a socket was opened with, by its person."""

    user_id: int
    language: str
    session: SessionBase

    def user(self) -> User:
        """The account as it is now. Two queries. Raises LoginOver."""
        user = User.objects.filter(pk=self.user_id).first()
        key = self.session.session_key
        stands = (
            user is not None
            and user.can_log_in
            and not user.is_suspended
            and key is not None
            and self.session.exists(key)
        )
        known_hash = self.session.get(HASH_SESSION_KEY, "")
        if user is None or not stands or not constant_time_compare(known_hash, user.get_session_auth_hash()):
            raise LoginOver
        return user


def login_of(scope: SocketScope) -> Login | None:
    """The login that the session middlewares found for a connection; None for a visitor. No query."""
    user = scope["user"]
    if not user.is_authenticated:
        return None
    return Login(user.pk, user.language, scope["session"])
