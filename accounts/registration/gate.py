"""The one gate that every new account passes, by the mode that administrators chose.

Accounts are made by the sign-up form, by a first login with the provider, and by guests who add an address. Guests
themselves pass `guests_check`. Only the server's commands pass no gate.
"""

from typing import Final

from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.models import Registration, RegistrationLink, User, WaitingAccount
from accounts.site.state import site_now

# In the session: the token of the link that the visitor opened.
SESSION_KEY: Final = "registration_link"


def link_token(request: HttpRequest) -> str:
    """The token of the link that this browser opened, or ""."""
    return str(request.session.get(SESSION_KEY, ""))


def registration_is_open(request: HttpRequest) -> bool:
    """Whether pages offer an account to this visitor. One query by invitation, none otherwise."""
    match site_now().registration:
        case Registration.CLOSED:
            return False
        case Registration.INVITATION:
            return link_find(link_token(request)) is not None
        case _:
            return True


def registration_is_possible() -> bool:
    """Whether some visitors may make an account, perhaps only with a link. Makes no query."""
    return site_now().registration != Registration.CLOSED


def approval_is_needed(request: HttpRequest) -> bool:
    """Whether an account that this visitor makes waits for the site team. One query by approval with a link, none
    otherwise.
    """
    return site_now().registration == Registration.APPROVAL and link_find(link_token(request)) is None


def registration_enter(*, user: User, token: str, note: str = "") -> None:
    """Let a new account in, in the transaction that makes it: it takes one place of the link `token`, or waits for the
    site team, which reads `note`. Raises AccountRefused.
    """
    match site_now().registration:
        case Registration.CLOSED:
            raise AccountRefused(AccountReason.REGISTRATION_CLOSED)
        case Registration.INVITATION:
            if not _link_use(token):
                raise AccountRefused(AccountReason.REGISTRATION_CLOSED)
        case Registration.APPROVAL:
            if not _link_use(token):
                WaitingAccount.objects.create(user=user, asked_at=timezone.now(), note=note)


def guests_check() -> None:
    """Raises AccountRefused(NO_GUESTS) where guests may not join by a link."""
    if not site_now().guests_join:
        raise AccountRefused(AccountReason.NO_GUESTS)


def is_waiting(user: User) -> bool:
    """Whether the account waits for the site team. One query."""
    return WaitingAccount.objects.filter(user=user).exists()


def waiting_begin(user: User) -> None:
    """Note that the site team sees a waiting account from now on, as it has just confirmed its address."""
    WaitingAccount.objects.filter(user=user).update(asked_at=timezone.now())


def link_find(token: str) -> RegistrationLink | None:
    """The link if it still lets people in. One query, none without a token."""
    return _working(token).first() if token else None


def _link_use(token: str) -> bool:
    return bool(token) and _working(token).update(used=F("used") + 1) == 1


def _working(token: str) -> QuerySet[RegistrationLink]:
    return RegistrationLink.objects.filter(token=token, ends_at__gt=timezone.now(), used__lt=F("most"))
