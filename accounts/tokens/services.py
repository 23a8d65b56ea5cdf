"""Makes, revokes and ends tokens."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from hashlib import sha256
from typing import Final

from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import account_mail_to
from accounts.models import ApiToken, User
from accounts.signals import account_closing, account_reclaimed
from accounts.sweeps import DAY, sweep
from accounts.transactions.slices import rows_delete

PREFIX: Final = "odin_"
"""Scanners of leaked secrets find tokens by it."""
_BYTES: Final = 32
MOST: Final = 20
"""Tokens of one account."""
LIVES: Final = (30, 90, 365)
"""The days that a token may be valid."""
MADE_MAIL: Final = "accounts/email/token_made"


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A new token with its `text`, which is not stored."""

    token: ApiToken
    text: str


@transaction.atomic(durable=True)
def token_make(*, user: User, name: str, scopes: Sequence[str], days: int) -> MadeToken:
    """Make a token that is valid for `days`, one of LIVES, and email its owner. Raises AccountRefused for guests,
    suspended people and those who have MOST tokens.
    """
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if account.is_guest:
        raise AccountRefused(AccountReason.ADDRESS_UNCONFIRMED)
    if account.is_suspended:
        raise AccountRefused(AccountReason.SUSPENDED)
    now = timezone.now()
    if account.api_tokens.filter(expires_at__gt=now).count() >= MOST:
        raise AccountRefused(AccountReason.TOO_MANY_TOKENS)
    text = PREFIX + secrets.token_urlsafe(_BYTES)
    token = ApiToken.objects.create(
        user=account,
        name=name,
        digest=token_digest(text),
        scopes=[scope for scope in ApiToken.Scope.values if scope in scopes],
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    account_mail_to(account, MADE_MAIL, name=name, link=f"{settings.PUBLIC_URL}{reverse('accounts:tokens')}")
    return MadeToken(token, text)


@transaction.atomic(durable=True)
def token_revoke(*, user: User, token_id: int) -> bool:
    """Delete a token. Returns False if it is gone, or another person's."""
    deleted, _kinds = ApiToken.objects.filter(user=user, pk=token_id).delete()
    return deleted > 0


@sweep(every=DAY, at=time(4, 20))
def tokens_forget() -> int:
    """Delete tokens that ended a month ago, in slices; return how many. Until then their owner sees why a program
    stopped.
    """
    return rows_delete(ApiToken.objects.filter(expires_at__lt=timezone.now() - timedelta(days=30)))


def token_digest(text: str) -> str:
    """The stored form of a token: random 32 bytes need no salt and no slow hash."""
    return sha256(text.encode()).hexdigest()


def connect() -> None:
    """End tokens with the logins: after a new password, a closed account, and an account that was taken back."""
    for chosen in (password_changed, password_set, password_reset):
        chosen.connect(_end_all, dispatch_uid="accounts.tokens.password")
    account_closing.connect(_end_all, dispatch_uid="accounts.tokens.closing")
    account_reclaimed.connect(_end_since, dispatch_uid="accounts.tokens.reclaimed")


def _end_all(sender: object, user: User, **_more: object) -> None:
    ApiToken.objects.filter(user=user).delete()


def _end_since(sender: object, user: User, since: datetime | None, **_more: object) -> None:
    tokens = ApiToken.objects.filter(user=user)
    (tokens if since is None else tokens.filter(created_at__gte=since)).delete()
