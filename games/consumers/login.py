"""Whose socket it is, and whether that login still stands: sockets outlive log-outs, new passwords and accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.utils.crypto import constant_time_compare

from accounts.models import User


class LoginOver(Exception):
    """The socket's login has ended since it was opened, or its person was suspended."""


@dataclass(frozen=True, slots=True)
class Login:
    """The session that a socket was opened with, by its person."""

    user_id: int
    language: str
    session: Any

    def user(self) -> User:
        """The account as it is now. Two queries. Raises LoginOver."""
        user = User.objects.filter(pk=self.user_id).first()
        stands = (
            user is not None
            and user.can_log_in
            and not user.is_suspended
            and self.session.exists(self.session.session_key)
        )
        known_hash = self.session.get(HASH_SESSION_KEY, "")
        if user is None or not stands or not constant_time_compare(known_hash, user.get_session_auth_hash()):
            raise LoginOver
        return user


def login_of(scope: dict[str, Any]) -> Login | None:
    """The login that the session middlewares found for a connection; None for a visitor. No query."""
    user = scope["user"]
    if not user.is_authenticated:
        return None
    return Login(user.pk, user.language, scope["session"])
