"""The login that opened a socket, and whether it still holds: sockets outlive log-outs and accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from accounts.models import User


class LoginOver(Exception):
    """The login has ended, or its person was suspended."""


class UrlRoute(TypedDict):
    args: tuple[str, ...]
    kwargs: dict[str, str]


class SocketScope(TypedDict):
    query_string: bytes
    session: SessionBase
    user: User | AnonymousUser
    url_route: UrlRoute


@dataclass(frozen=True, slots=True)
class Login:
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


def scope_login(scope: SocketScope) -> Login | None:
    """None for visitors. No query."""
    user = scope["user"]
    if not user.is_authenticated:
        return None
    return Login(user.pk, user.language, scope["session"])
