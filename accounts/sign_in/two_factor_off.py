"""Switches off the two-factor login of people who lost their phone and codes."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import account_mail_write
from accounts.models import User
from accounts.sign_in.two_factor import has_app
from accounts.staff.audit import audit_write
from accounts.staff.permission import rank_check, staff_check


@transaction.atomic(durable=True)
def two_factor_off(*, actor: User | None, user: User, reason: str) -> None:
    """Remove app, recovery codes and passkeys, end sessions, and email the person. `actor`: None for the operator's
    console. Only superusers do it for superusers and administrators, and no one for themselves. Raises
    PermissionDenied, AccountRefused.
    """
    if actor is not None:
        staff_check(actor, "accounts.end_sessions", reason)
        rank_check(actor, user)
    if not has_app(user):
        raise AccountRefused(AccountReason.NO_SECOND_FACTOR)
    Authenticator.objects.filter(user=user).delete()
    get_adapter().end_sessions(list(UserSession.objects.filter(user=user)))
    audit_write(actor=actor, action="person.second_factor_off", reason=reason, person=user)
    if user.email and user.mail_stopped_at is None:
        account_mail_write("mfa/email/totp_deactivated", user.email, user.language, to=user, user=user)
