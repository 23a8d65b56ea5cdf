"""Finds the token that a program sends."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts.models import ApiToken
from accounts.sign_in.network_traces import network_key
from accounts.tokens.services import PREFIX, token_digest

_LONGEST: Final = 100
# How late "last used" may be: a row is not written at each request.
NOTED_AFTER: Final = timedelta(minutes=10)


def bearer_text(header: str) -> str:
    """The token in an Authorization header; "" if it holds none of ours."""
    scheme, _space, text = header.partition(" ")
    text = text.strip()
    return text if scheme.lower() == "bearer" and text.startswith(PREFIX) and len(text) <= _LONGEST else ""


def token_find(text: str) -> ApiToken | None:
    """The valid token with its account, whose person may log in and is not suspended. One query."""
    return _valid(Q(digest=token_digest(text)))


def token_by_id(token_id: int) -> ApiToken | None:
    """The token as `token_find` finds it, if it is still valid. One query."""
    return _valid(Q(pk=token_id))


def _valid(which: Q) -> ApiToken | None:
    tokens = ApiToken.objects.select_related("user", *(f"user__{name}" for name in settings.LOADED_WITH_ACCOUNTS))
    token = tokens.filter(which, expires_at__gt=timezone.now()).first()
    if token is None or not token.user.can_take_part:
        return None
    return token


def token_used(token: ApiToken, address: str) -> None:
    """Note when and from which network the token was used last, at most every NOTED_AFTER. One update, rarely."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - NOTED_AFTER:
        return
    network = (network_key(address) or None) if settings.NETWORK_DAYS else None
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_AFTER)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now, last_network=network)
