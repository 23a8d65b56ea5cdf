"""Addresses: their accounts, stopped emails, holds.

An account's `email` is the address that it confirmed. An address that it only claims is an unverified EmailAddress
alone.
"""

from datetime import time

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import HeldAddress, User
from accounts.sweeps import DAY, sweep
from accounts.transactions.advisory_locks import Lock, lock_until_commit
from accounts.transactions.slices import rows_delete

WHY_MAX = 200


@transaction.atomic
def address_free(*, email: str, owner: User) -> None:
    """Take an address from accounts that have it without a confirmation, because `owner` reads its email. Claims stay:
    one that disappeared would show its account that the address has an account now. Runs in the confirming transaction;
    does nothing if another account has confirmed it.
    """
    if EmailAddress.objects.filter(email=email, verified=True).exclude(user=owner).exists():
        return
    claimed = User.objects.alias(lower=Lower("email")).filter(lower=email.lower())
    claimed.exclude(pk=owner.pk).update(email="")


def address_lock(*, email: str) -> None:
    """Lock the address until the transaction ends, so that accounts confirm it one after another. The lock comes before
    accounts in the order of locks, and before the check whether the address is closed.
    """
    lock_until_commit(Lock.ADDRESS, email.lower())


def claim_lock(claim: EmailAddress) -> bool:
    """Lock the address, the account and the claim. False if the claim is over."""
    address_lock(email=claim.email)
    User.objects.select_for_update(no_key=True).get(pk=claim.user_id)
    return EmailAddress.objects.select_for_update().filter(pk=claim.pk, email=claim.email).first() is not None


@transaction.atomic
def address_take(*, email: str, owner: User) -> None:
    """Write the address that `owner` has just confirmed to the account; no other can confirm it any more."""
    address_free(email=email, owner=owner)
    owner.email = email
    owner.save(update_fields=["email"])


def address_is_closed(*, email: str, to: User) -> bool:
    """Whether the account can't have the address: another one has confirmed it, or a decision holds it."""
    others = EmailAddress.objects.filter(email=email.lower(), verified=True).exclude(user_id=to.pk)
    return bool(others.exists()) or address_is_held(email=email)


def address_answering(*, email: str) -> EmailAddress | None:
    """The row of the account that a link in an email is for: the one that confirmed the address, else the latest that
    claims it.
    """
    rows = EmailAddress.objects.select_related("user").filter(email=email.lower())
    found: EmailAddress | None = rows.order_by("-verified", "-pk").first()
    return found


@transaction.atomic(durable=True)
def mail_stop(*, address: str, why: str) -> bool:
    """Stop emails to an address that bounces; its account reads `why`. Returns False without an account. Repeatable;
    the first reason stays.
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
    user.mail_stopped_at, user.mail_stopped_why = None, ""
    User.objects.filter(pk=user.pk).update(mail_stopped_at=None, mail_stopped_why="")


@transaction.atomic
def addresses_hold(*, account: User) -> None:
    """Keep hashes of a suspended or banned account's confirmed addresses before erasure, so that no new account evades
    the decision. For a merged account the other one's decisions count.
    """
    decided = account.merged_into or account
    if not decided.is_suspended:
        return
    for address in EmailAddress.objects.filter(user=account, verified=True):
        HeldAddress.objects.update_or_create(digest=_digest(address.email), defaults={"user": decided})


def address_is_held(*, email: str) -> bool:
    """Whether a decision about an erased account with this address, in any case, still holds."""
    return HeldAddress.objects.filter(digest=_digest(email), user__suspended_until__gt=timezone.now()).exists()


@sweep(every=DAY, at=time(4, 50))
def addresses_release() -> int:
    """Delete the hashes whose decisions are over, in slices; return how many."""
    over = Q(user__suspended_until__isnull=True) | Q(user__suspended_until__lte=timezone.now())
    return rows_delete(HeldAddress.objects.filter(over))


def _digest(email: str) -> str:
    return salted_hmac("accounts.held_address", email.lower(), algorithm="sha256").hexdigest()
