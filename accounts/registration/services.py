"""Staff acts about registration: links to register, and accounts that wait."""

import secrets
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import account_mail_to, account_mail_write, contact_link
from accounts.models import RegistrationLink, User, WaitingAccount
from accounts.sign_in.guests import guest_claim
from accounts.sign_in.unconfirmed.services import account_forget, is_confirmed
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check

EDIT: Final = "accounts.edit_registration_link"
JUDGE: Final = "accounts.judge_registration"
APPROVED_MAIL: Final = "accounts/email/approved"
REFUSED_MAIL: Final = "accounts/email/refused"
MOST: Final = 1000
DAYS: Final = 365
_TOKEN_BYTES: Final = 16


@transaction.atomic(durable=True)
def link_make(*, actor: User, name: str, most: int, days: int, reason: str) -> RegistrationLink:
    """Make a link by which `most` people may register during `days`. Raises PermissionDenied, AccountRefused."""
    staff_check(actor, EDIT, reason)
    now = timezone.now()
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    link = RegistrationLink.objects.create(
        name=name, token=token, most=most, created_at=now, ends_at=now + timedelta(days=days)
    )
    facts = {"most": most, "days": days}
    audit_write(actor=actor, action="registration.link", reason=reason, about=_about(link), facts=facts, at=now)
    return link


@transaction.atomic(durable=True)
def link_end(*, actor: User, link_id: int, reason: str) -> None:
    """End a link now; accounts made by it stay. Raises PermissionDenied, AccountRefused."""
    staff_check(actor, EDIT, reason)
    link = RegistrationLink.objects.select_for_update().get(pk=link_id)
    now = timezone.now()
    if link.ends_at <= now:
        raise AccountRefused(AccountReason.LINK_OVER)
    link.ends_at = now
    link.save(update_fields=["ends_at"])
    audit_write(actor=actor, action="registration.link_end", reason=reason, about=_about(link), at=now)


@transaction.atomic(durable=True)
def account_approve(*, actor: User, waiting_id: int, reason: str) -> None:
    """Let an account in, and email it. A guest becomes a member. Raises PermissionDenied, AccountRefused."""
    user = _taken(actor, waiting_id, reason)
    guest_claim(user=user)
    audit_write(actor=actor, action="registration.approve", reason=reason, person=user)
    account_mail_to(user, APPROVED_MAIL, link=f"{settings.PUBLIC_URL}{reverse('account_login')}")


@transaction.atomic(durable=True)
def account_refuse(*, actor: User, waiting_id: int, reason: str) -> None:
    """Refuse an account, and email it the reason. It is deleted, so that its username is free again; a guest stays one,
    without the address. Raises PermissionDenied, AccountRefused.
    """
    user = _taken(actor, waiting_id, reason)
    audit_write(actor=actor, action="registration.refuse", reason=reason, person=user)
    facts: dict[str, Any] = {
        "handle": user.handle,
        "reason": reason.strip(),
        "guest": user.is_guest,
        "contact": contact_link(),
    }
    # Not `to` the account: its emails would be deleted with it.
    account_mail_write(REFUSED_MAIL, user.email, user.language, **facts)
    if user.is_guest:
        EmailAddress.objects.filter(user=user).delete()
        # Without a new password mark, which would end the guest's session and so lose the seat.
        User.objects.filter(pk=user.pk).update(password=make_password(None), email="")
    else:
        account_forget(user)


def _taken(actor: User, waiting_id: int, reason: str) -> User:
    """The account, locked, of a row that the team sees; it waits no longer."""
    staff_check(actor, JUDGE, reason)
    waiting = WaitingAccount.objects.select_for_update().filter(pk=waiting_id).first()
    if waiting is None or not is_confirmed(waiting.user):
        raise AccountRefused(AccountReason.NOT_WAITING)
    user = User.objects.select_for_update(no_key=True).get(pk=waiting.user_id)
    waiting.delete()
    return user


def _about(link: RegistrationLink) -> str:
    return f"link {link.pk}"
