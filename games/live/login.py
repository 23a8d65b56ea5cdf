"""The login that opened a socket, and whether it still holds: sockets outlive log-outs and accounts."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import Final, NotRequired, TypedDict

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import ApiToken, User
from accounts.tokens.reading import token_by_id

# Seconds after which an end that was not announced takes effect.
RECHECK_S: Final = 60.0


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
    token: NotRequired[ApiToken]


@dataclass(slots=True)
class Login:
    """A login, trusted between checks: its group announces log-outs, suspensions and mutes."""

    user_id: int
    language: str
    _known: User | None = field(default=None, init=False)
    _checked_at: float = field(default=0.0, init=False)

    def user(self) -> User:
        """The account as last checked, at most RECHECK_S ago. Usually no query. Raises LoginOver."""
        if self._known is None or monotonic() - self._checked_at > RECHECK_S:
            return self.check()
        return self._known

    def check(self) -> User:
        """The account as it is now. At most two queries. Raises LoginOver."""
        self._known = None
        user = self.read()
        if user is None:
            raise LoginOver
        self._known, self._checked_at = user, monotonic()
        return user

    def read(self) -> User | None:
        """The account, or None if the login has ended or its person is suspended."""
        raise NotImplementedError

    def has_expired(self) -> bool:
        """Whether a date ended the login. No query."""
        return False

    def may(self, scope: ApiToken.Scope) -> bool:
        """Whether the connection may do what a token needs this scope for."""
        raise NotImplementedError


@dataclass(slots=True)
class SessionLogin(Login):
    """A person's login by a session's cookie."""

    session: SessionBase

    def read(self) -> User | None:
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
            return None
        return user

    def may(self, scope: ApiToken.Scope) -> bool:
        return True


@dataclass(slots=True)
class TokenLogin(Login):
    """A program's token."""

    token: ApiToken

    def read(self) -> User | None:
        found = token_by_id(self.token.pk)
        return None if found is None else found.user

    def has_expired(self) -> bool:
        return self.token.expires_at <= timezone.now()

    def may(self, scope: ApiToken.Scope) -> bool:
        return scope.value in self.token.scopes


def scope_login(scope: SocketScope) -> Login | None:
    """The connection's login, or None for visitors. No query."""
    user = scope["user"]
    if not user.is_authenticated:
        return None
    token = scope.get("token")
    if token is not None:
        return TokenLogin(user.pk, user.language, token)
    return SessionLogin(user.pk, user.language, scope["session"])
