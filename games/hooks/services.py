"""Administrators' acts on hooks. Addresses and secrets are encrypted on arrival and never shown again."""

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.secret_box import seal
from accounts.staff.audit import Fact, audit_write
from accounts.staff.permission import staff_check
from games import on_commit
from games.errors import Refused
from games.hooks.errors import HookReason
from games.models import HookDelivery, Notice, OperatorHook
from games.models.channels import WEBHOOK_NAME_MAX
from games.notices.deliveries import SETTLED
from games.notices.errors import ChannelReason
from games.notices.outward.address_check import parse_address
from games.notices.outward.errors import DeliveryRefused
from games.notices.outward.signing import new_secret
from games.notices.target_health import HEALTH, hook_works
from games.notices.webhooks import address_hint

EDIT: Final = "games.edit_operator_hook"
HOOKS_MAX: Final = 10


@transaction.atomic(durable=True)
def hook_add(*, actor: User, name: str, address: str, events: Collection[str], reason: str) -> OperatorHook:
    """Add a hook, which gets the events from now on. Raises Refused, PermissionDenied, AccountRefused."""
    staff_check(actor, EDIT, reason)
    text = address.strip()
    try:
        target = parse_address(text)
    except DeliveryRefused as refused:
        raise Refused(ChannelReason.BAD_ADDRESS, refused.reason) from None
    if len(OperatorHook.objects.select_for_update()) >= HOOKS_MAX:
        raise Refused(HookReason.TOO_MANY)
    now = timezone.now()
    hook = OperatorHook.objects.create(
        name=" ".join(name.split())[:WEBHOOK_NAME_MAX],
        events=_known(events),
        sealed_address=seal(text.encode()),
        hint=address_hint(target),
        sealed_secret=seal(new_secret().encode()),
        created_at=now,
        read_until=now,
    )
    _audit(actor, "hook.add", hook, reason, events=" ".join(hook.events))
    return hook


@transaction.atomic(durable=True)
def hook_choose(*, actor: User, hook_id: int, events: Collection[str], reason: str) -> None:
    """Choose the events that the hook gets from now on. Raises Refused, PermissionDenied, AccountRefused."""
    hook = _locked(actor, hook_id, reason)
    hook.events = _known(events)
    hook.save(update_fields=["events"])
    _audit(actor, "hook.choose", hook, reason, events=" ".join(hook.events))


@transaction.atomic(durable=True)
def hook_stop(*, actor: User, hook_id: int, reason: str) -> None:
    """Switch a hook off; what waits for it is dropped. Raises Refused, PermissionDenied, AccountRefused."""
    hook = _locked(actor, hook_id, reason)
    hook.stopped_at, hook.stopped_why = timezone.now(), ""
    hook.save(update_fields=["stopped_at", "stopped_why"])
    hook_drop(hook)
    _audit(actor, "hook.stop", hook, reason)


@transaction.atomic(durable=True)
def hook_start(*, actor: User, hook_id: int, reason: str) -> None:
    """Switch a hook on again, for later events. Raises Refused, PermissionDenied, AccountRefused."""
    hook = _locked(actor, hook_id, reason)
    hook_works(hook)
    hook.read_until = timezone.now()
    hook.save(update_fields=["read_until", *HEALTH])
    _audit(actor, "hook.start", hook, reason)


@transaction.atomic(durable=True)
def hook_remove(*, actor: User, hook_id: int, reason: str) -> None:
    """Delete a hook with its deliveries. Raises Refused, PermissionDenied, AccountRefused."""
    hook = _locked(actor, hook_id, reason)
    _audit(actor, "hook.remove", hook, reason)
    hook.delete()


@transaction.atomic(durable=True)
def hook_test(*, actor: User, hook_id: int, reason: str) -> None:
    """Send a test, listed among the deliveries. Raises Refused, PermissionDenied, AccountRefused."""
    hook = _locked(actor, hook_id, reason)
    if hook.stopped_at is not None:
        raise Refused(HookReason.STOPPED)
    now = timezone.now()
    row = HookDelivery.objects.create(
        hook=hook, event=HookDelivery.TEST, about=int(now.timestamp() * 1000), happened_at=now, due_at=now
    )
    on_commit.hook_delivery_is_due(row.pk)
    _audit(actor, "hook.test", hook, reason)


@transaction.atomic(durable=True)
def delivery_again(*, actor: User, delivery_id: int, reason: str) -> None:
    """Send an event to its hook again, with the same id. Raises Refused, PermissionDenied, AccountRefused."""
    staff_check(actor, EDIT, reason)
    row = HookDelivery.objects.select_for_update(of=("self",)).select_related("hook").filter(pk=delivery_id).first()
    if row is None:
        raise Refused(HookReason.NO_SUCH_HOOK)
    if row.hook.stopped_at is not None:
        raise Refused(HookReason.STOPPED)
    if row.status not in (*SETTLED, Notice.Status.DROPPED):
        raise Refused(ChannelReason.NOT_SETTLED)
    row.status, row.attempts, row.reason, row.answer = Notice.Status.WAITING, 0, "", ""
    row.due_at = timezone.now()
    row.save(update_fields=["status", "attempts", "reason", "answer", "due_at"])
    on_commit.hook_delivery_is_due(row.pk)
    _audit(actor, "hook.again", row.hook, reason, delivery=row.pk)


def hook_drop(hook: OperatorHook) -> None:
    """Drop what waits for a hook that was switched off."""
    hook.deliveries.filter(status__in=Notice.OPEN).update(status=Notice.Status.DROPPED)


def _locked(actor: User, hook_id: int, reason: str) -> OperatorHook:
    staff_check(actor, EDIT, reason)
    hook = OperatorHook.objects.select_for_update().filter(pk=hook_id).first()
    if hook is None:
        raise Refused(HookReason.NO_SUCH_HOOK)
    return hook


def _known(events: Collection[str]) -> list[str]:
    known = [event for event in OperatorHook.Event.values if event in events]
    if not known:
        raise Refused(HookReason.NO_EVENTS)
    return known


def _audit(actor: User, action: str, hook: OperatorHook, reason: str, **facts: Fact) -> None:
    audit_write(actor=actor, action=action, reason=reason, about=f"hook {hook.pk}", facts=facts)
