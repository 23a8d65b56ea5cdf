"""Guests: people who came by an invitation and gave a name alone. Only their session knows them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.registration.gate import guests_check, is_waiting, registration_enter

# A lost session is a lost seat, so theirs last longer than the sweep waits.
SESSION_LIFE: Final = timedelta(days=180)
BACKEND: Final = "accounts.sign_in.backends.PersonBackend"


@transaction.atomic
def guest_make(*, handle: str, time_zone: str, language: str) -> User:
    """Open a guest's account. Raises IntegrityError if another account has just taken the username, AccountRefused
    where guests may not join.
    """
    guests_check()
    return User.objects.create_user(handle=handle, time_zone=time_zone, language=language, is_guest=True)


def guest_log_in(request: HttpRequest, guest: User) -> None:
    """Log the guest in, and list the session as a login by the library would: once the guest is a member, it ends with
    their other sessions.
    """
    login(request, guest, backend=BACKEND)
    request.session.set_expiry(SESSION_LIFE)
    UserSession.objects.create_from_request(request)


def sign_up_limit(request: HttpRequest) -> HttpResponse | None:
    """Count an account made from this network, with those of the sign-up; the answer after too many."""
    answer: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
    return answer


@transaction.atomic(durable=True)
def guest_keep(*, guest: User, email: str, password: str, token: str = "", note: str = "") -> EmailAddress | None:
    """Store the password and the claim of the address; confirming it makes the guest a member (`guest_claim`).

    Once: then the password guards the address. None if another request has come first. `token`: of the link to register
    that this browser opened; `note`: to the site team. Raises AccountRefused where the guest may not become a member.
    """
    locked = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not locked.is_guest or locked.has_usable_password():
        return None
    registration_enter(user=locked, token=token, note=note)
    EmailAddress.objects.filter(user=guest).delete()
    guest.set_password(password)
    guest.save(update_fields=["password"])
    return EmailAddress.objects.create(user=guest, email=email)


@transaction.atomic
def guest_claim(*, user: User) -> None:
    """Make a guest a member, in the transaction that confirms an address or approves the account; does nothing to
    members, and to guests who still wait for the site team.
    """
    if not user.is_guest or is_waiting(user):
        return
    user.is_guest = False
    User.objects.filter(pk=user.pk, is_guest=True).update(is_guest=False)
