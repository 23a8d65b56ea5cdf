"""Finds the token that a program sends."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.fast.queries import SAMPLE_ID, SAMPLE_TIME, PreparedQuery
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


def _valid(**which: Any) -> QuerySet[ApiToken]:
    owners = (f"user__{name}" for name in settings.LOADED_WITH_ACCOUNTS)
    return ApiToken.objects.select_related("user", *owners).filter(**which)


_BY_DIGEST: Final = PreparedQuery(
    lambda digest, at: _valid(digest=digest, expires_at__gt=at), digest="(a digest)", at=SAMPLE_TIME
)
_BY_ID: Final = PreparedQuery(lambda token, at: _valid(pk=token, expires_at__gt=at), token=SAMPLE_ID, at=SAMPLE_TIME)


def token_find(text: str) -> ApiToken | None:
    """The valid token with its account, whose person may log in and is not suspended. One query."""
    return _taking_part(_BY_DIGEST.fetch(digest=token_digest(text), at=timezone.now()))


def token_by_id(token_id: int) -> ApiToken | None:
    """The token as `token_find` finds it, if it is still valid. One query."""
    return _taking_part(_BY_ID.fetch(token=token_id, at=timezone.now()))


def _taking_part(found: list[ApiToken]) -> ApiToken | None:
    return next((token for token in found if token.user.can_take_part), None)


def token_used(token: ApiToken, address: str) -> None:
    """Note when and from which network the token was used last, at most every NOTED_AFTER. One update, rarely."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - NOTED_AFTER:
        return
    network = (network_key(address) or None) if settings.NETWORK_DAYS else None
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_AFTER)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now, last_network=network)
