"""Addresses of accounts: whose they are, and whether mails go there."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import User

WHY_MAX = 200


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
