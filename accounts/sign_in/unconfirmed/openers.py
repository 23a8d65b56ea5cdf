"""The browser that opened an account, or knew its password, while the account's address waits to be confirmed. A
session remembers it. A person who reads the address's email in another browser may be a different one.
"""

from datetime import timedelta
from typing import Final, NamedTuple, TypedDict

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User

SESSION_KEY: Final = "opened_account"
# As long as the link in the email works.
LIFE: Final = timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)


class _Stored(TypedDict):
    user: int
    mark: str
    at: float
    wanted: str


class OpenedAccount(NamedTuple):
    """An account that this browser opened. `wanted`: the safe page to go on to, or ""."""

    user: User
    wanted: str


def opened_note(request: HttpRequest, user: User, wanted: str) -> None:
    request.session[SESSION_KEY] = _Stored(
        user=user.pk, mark=user.get_session_auth_hash(), at=timezone.now().timestamp(), wanted=wanted
    )


def opened_forget(request: HttpRequest) -> None:
    request.session.pop(SESSION_KEY, None)


def opened_account(request: HttpRequest) -> OpenedAccount | None:
    """The account that this browser opened; None after LIFE, after a new password, and once the account is deleted or
    closed.
    """
    stored: _Stored | None = request.session.get(SESSION_KEY)
    if stored is None or stored["at"] <= (timezone.now() - LIFE).timestamp():
        return None
    user = User.objects.filter(pk=stored["user"]).first()
    if user is None or not user.can_log_in:
        return None
    if not constant_time_compare(stored["mark"], user.get_session_auth_hash()):
        return None
    return OpenedAccount(user, stored["wanted"])
