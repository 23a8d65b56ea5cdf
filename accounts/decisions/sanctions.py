"""Sanctions, which apply immediately; the person is notified of each change.

Nothing here is durable: judging a report or an appeal decides in its own transaction. Order of locks: the account, its
rows, then (through signals) games.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.models import FOREVER, Sanction, User
from accounts.signals import account_sanctioned, sanction_changed
from accounts.staff.audit import audit_write
from accounts.staff.permission import neutral_check, staff_check

DAYS_MAX = 3650
# Ends closer than this count as the same.
SAME = timedelta(hours=1)

PERMISSIONS: Final[dict[str, str]] = {
    Sanction.Kind.WARN: "accounts.warn_person",
    Sanction.Kind.MUTE: "accounts.mute_person",
    Sanction.Kind.BAR: "accounts.bar_person",
    Sanction.Kind.SUSPEND: "accounts.suspend_person",
    Sanction.Kind.BAN: "accounts.ban_person",
}
NO_LENGTH: Final = (Sanction.Kind.WARN, Sanction.Kind.BAN)
# The account's column that repeats a kind.
_COLUMNS: Final[dict[str, str]] = {
    Sanction.Kind.MUTE: "muted_until",
    Sanction.Kind.BAR: "barred_until",
    Sanction.Kind.SUSPEND: "suspended_until",
    Sanction.Kind.BAN: "suspended_until",
}


@transaction.atomic
def sanction_impose(*, actor: User, user: User, kind: str, reason: str, days: int | None = None) -> Sanction:
    """Warn, mute, bar, suspend or ban a person, who reads the reason. `days`: 1 to 3650, required for a suspension,
    refused for warnings and bans; None is without end. Receivers of `account_sanctioned` handle seats, queue and
    notifications in this transaction. Raises PermissionDenied, AccountRefused.
    """
    staff_check(actor, PERMISSIONS[Sanction.Kind(kind)], reason)
    account = locked_account(user)
    _check_person(actor, account)
    _check_length(kind, days)
    at = timezone.now()
    ends_at = None if days is None else at + timedelta(days=days)
    _check_adds(account, kind, ends_at)
    sanction = Sanction.objects.create(
        user=account,
        kind=kind,
        reason=reason.strip(),
        by=actor,
        created_at=at,
        ends_at=ends_at,
    )
    derived_write(account)
    audit_write(
        actor=actor,
        action=f"person.{kind}",
        reason=reason,
        person=account,
        about=f"sanction {sanction.pk}",
        facts={"days": days},
        at=at,
    )
    account_sanctioned.send(sender=Sanction, user=account, sanction=sanction)
    return sanction


@transaction.atomic
def sanction_lift(*, actor: User, sanction_id: int, reason: str) -> Sanction:
    """Lift a decision; the person reads the reason. Raises PermissionDenied, AccountRefused(OVER_ALREADY)."""
    staff_check(actor, "accounts.lift_sanction", reason)
    account, sanction = locked_sanction(sanction_id)
    if not sanction.stands:
        raise AccountRefused(AccountReason.OVER_ALREADY)
    _check_not_own(actor, account)
    neutral_check(actor, account)
    sanction_end(sanction, account, actor, reason, timezone.now())
    audit_write(actor=actor, action="sanction.lift", reason=reason, person=account, about=f"sanction {sanction.pk}")
    sanction_changed.send(sender=Sanction, user=account, sanction=sanction)
    return sanction


@transaction.atomic
def sanction_shorten(*, actor: User, sanction_id: int, days: int, reason: str) -> Sanction:
    """End a decision `days` from now, earlier than before; a ban becomes a suspension. Raises PermissionDenied,
    AccountRefused(OVER_ALREADY, LENGTH_MISSING, NO_LENGTH, NOT_SHORTER).
    """
    staff_check(actor, "accounts.lift_sanction", reason)
    account, sanction = locked_sanction(sanction_id)
    _check_not_own(actor, account)
    neutral_check(actor, account)
    sanction_cut(sanction, account, days, timezone.now())
    audit_write(
        actor=actor,
        action="sanction.shorten",
        reason=reason,
        person=account,
        about=f"sanction {sanction.pk}",
        facts={"days": days},
    )
    sanction_changed.send(sender=Sanction, user=account, sanction=sanction)
    return sanction


@transaction.atomic(durable=True)
def sanctions_confirm(*, user: User, sanction_ids: list[int]) -> None:
    """Record that the person has read these decisions; other people's ids are ignored."""
    account = locked_account(user)
    Sanction.objects.filter(user=account, pk__in=sanction_ids, seen_at=None).update(seen_at=timezone.now())
    derived_write(account)


def sanction_end(sanction: Sanction, account: User, actor: User, why: str, at: datetime) -> None:
    """Lift a decision. The caller has locked the account and checked the actor's right."""
    sanction.lifted_at, sanction.lifted_by, sanction.lift_reason = at, actor, why.strip()
    sanction.seen_at = None
    sanction.save(update_fields=["lifted_at", "lifted_by", "lift_reason", "seen_at"])
    derived_write(account)


def sanction_cut(sanction: Sanction, account: User, days: int | None, at: datetime) -> None:
    """Shorten a decision. The caller has locked the account and checked the actor's right."""
    if not sanction.stands:
        raise AccountRefused(AccountReason.OVER_ALREADY)
    if sanction.kind == Sanction.Kind.WARN:
        raise AccountRefused(AccountReason.NO_LENGTH)
    if days is None or not 1 <= days <= DAYS_MAX:
        raise AccountRefused(AccountReason.LENGTH_MISSING)
    ends_at = at + timedelta(days=days)
    if sanction.ends_at is not None and ends_at >= sanction.ends_at:
        raise AccountRefused(AccountReason.NOT_SHORTER)
    if sanction.kind == Sanction.Kind.BAN:
        sanction.kind = Sanction.Kind.SUSPEND
    sanction.ends_at, sanction.seen_at = ends_at, None
    sanction.save(update_fields=["kind", "ends_at", "seen_at"])
    derived_write(account)


def locked_account(user: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def locked_sanction(sanction_id: int) -> tuple[User, Sanction]:
    """The decision and its account, which is locked and so guards both. Raises AccountRefused."""
    found = Sanction.objects.filter(pk=sanction_id).select_related("user").first()
    if found is None:
        raise AccountRefused(AccountReason.NO_SUCH_DECISION)
    account = locked_account(found.user)
    return account, Sanction.objects.get(pk=sanction_id)


def derived_write(account: User) -> None:
    """Write the account's columns that repeat its decisions. The account is locked."""
    decisions = list(Sanction.objects.filter(user=account).only("kind", "ends_at", "lifted_at", "seen_at"))
    until: dict[str, datetime | None] = dict.fromkeys(_COLUMNS.values())
    for sanction in decisions:
        column = _COLUMNS.get(sanction.kind)
        if column is not None and sanction.stands:
            until[column] = max(until[column] or sanction.ends_at or FOREVER, sanction.ends_at or FOREVER)
    for column, end in until.items():
        setattr(account, column, end)
    account.decisions_unread = any(sanction.seen_at is None for sanction in decisions)
    # `save` sends the signal by which sockets check their login.
    account.save(update_fields=[*until, "decisions_unread"])


def _check_person(actor: User, account: User) -> None:
    _check_not_own(actor, account)
    if not account.is_person:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    if account.is_staff or account.is_superuser:
        raise AccountRefused(AccountReason.STAFF_FIRST)
    if account.merged_into_id is not None:
        raise AccountRefused(AccountReason.MERGED_ALREADY)
    neutral_check(actor, account)


def _check_not_own(actor: User, account: User) -> None:
    if actor.pk == account.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)


def _check_length(kind: str, days: int | None) -> None:
    if days is None:
        if kind == Sanction.Kind.SUSPEND:
            raise AccountRefused(AccountReason.LENGTH_MISSING)
    elif kind in NO_LENGTH:
        raise AccountRefused(AccountReason.NO_LENGTH)
    elif not 1 <= days <= DAYS_MAX:
        raise AccountRefused(AccountReason.LENGTH_MISSING)


def _check_adds(account: User, kind: str, ends_at: datetime | None) -> None:
    """Refuse a decision while one of its kind holds at least as long, as after a page sent twice."""
    if kind == Sanction.Kind.WARN:
        return
    standing = [row for row in Sanction.objects.filter(user=account, kind=kind) if row.stands]
    if any((row.ends_at or FOREVER) >= (ends_at or FOREVER) - SAME for row in standing):
        raise AccountRefused(AccountReason.HOLDS_ALREADY)
