"""Writes of accounts, one transaction each."""

from allauth.account.models import EmailAddress
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_closing

WHY_MAX = 200


@transaction.atomic(durable=True)
def settings_change(*, user: User, time_zone: str, language: str) -> User:
    """Keep the person's choices. Both were validated by the form."""
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    account.time_zone = time_zone
    account.language = language
    account.save(update_fields=["time_zone", "language"])
    return account


def other_sessions(*, user: User, keep: str) -> list[UserSession]:
    """Where else the person is logged in; what is remembered of logins that are over is dropped on the way."""
    return [session for session in UserSession.objects.purge_and_list(user) if session.session_key != keep]


@transaction.atomic(durable=True)
def sessions_end(*, user: User, keep: str) -> int:
    """Log the person out everywhere but in the session `keep`; how many sessions were ended."""
    others = other_sessions(user=user, keep=keep)
    get_adapter().end_sessions(others)
    return len(others)


@transaction.atomic
def address_free(*, email: str, owner: User) -> None:
    """Take an address from accounts that claim it without ever having confirmed it: `owner` reads its mail.

    Runs in the transaction that confirms it. Nothing happens where another account has confirmed it.
    """
    if EmailAddress.objects.filter(email=email, verified=True).exclude(user=owner).exists():
        return
    EmailAddress.objects.filter(email=email).exclude(user=owner).delete()
    claimed = User.objects.alias(lower=Lower("email")).filter(lower=email.lower())
    claimed.exclude(pk=owner.pk).update(email="")


@transaction.atomic(durable=True)
def mail_stop(*, address: str, why: str) -> bool:
    """Send nothing more to an address at which no mail arrives; False where it is no account's. `why` is shown to it.

    Harmless when done twice; the first reason stays.
    """
    account = User.objects.select_for_update(no_key=True).filter(email__iexact=address).exclude(email="").first()
    if account is None:
        return False
    if account.mail_stopped_at is None:
        account.mail_stopped_at = timezone.now()
        account.mail_stopped_why = why[:WHY_MAX]
        account.save(update_fields=["mail_stopped_at", "mail_stopped_why"])
    return True


@transaction.atomic
def mail_resume(*, user: User) -> None:
    """Send mails again, as the person asks for it, or has confirmed another address."""
    user.mail_stopped_at, user.mail_stopped_why = None, ""
    User.objects.filter(pk=user.pk).update(mail_stopped_at=None, mail_stopped_why="")


@transaction.atomic(durable=True)
def account_erase(*, user: User) -> None:
    """Erase who the person was: name, mail, password, sessions, rights. Nothing happens to who is erased already.

    Those who hear `account_closing` leave games and the like first, in this transaction. The row stays, so that
    games stay whole, under a neutral name; the handle becomes one that nobody can take (accounts.adapter).
    """
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if account.erased_at is not None:
        return
    account_closing.send(sender=User, user=account, erased=True)
    EmailAddress.objects.filter(user=account).delete()
    get_adapter().end_sessions(list(UserSession.objects.filter(user=account)))
    account.groups.clear()
    account.user_permissions.clear()
    account.handle = f"erased-{account.pk}"
    account.email = ""
    account.mail_stopped_at, account.mail_stopped_why = None, ""
    account.set_unusable_password()
    account.time_zone, account.language = "UTC", "en"
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.erased_at = timezone.now()
    account.save()
