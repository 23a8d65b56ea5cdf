"""Sends deliveries to hooks, with growing pauses between attempts."""

from datetime import time, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.mail.account_mails import account_mail_to
from accounts.metrics.counted import MESSAGES
from accounts.staff.permission import staff_with
from accounts.sweeps import DAY, sweep
from accounts.transactions.after_commit import after_commit
from accounts.transactions.slices import rows_delete
from games import on_commit
from games.hooks.collecting import events_collect
from games.hooks.payload import delivery_payload
from games.hooks.services import EDIT, hook_drop
from games.models import HookDelivery, Notice, OperatorHook
from games.notices.outcome import BACK_OFF
from games.notices.outward.delivery import hook_post, unsealed
from games.notices.outward.errors import Undelivered
from games.notices.outward.signing import signed_headers
from games.notices.target_health import HEALTH, deliveries_due, hook_count_failure, hook_works

# Another worker may take a delivery that stayed unsettled for this long; tasks end long before.
CLAIM: Final = timedelta(minutes=5)
BATCH: Final = 200
LIFE: Final = timedelta(days=30)
STOPPED_MAIL: Final = "games/hooks/mail/stopped"
GONE: Final = gettext_noop("what it’s about was deleted")


@sweep(every=timedelta(seconds=15))
def hooks_sweep() -> int:
    """Write down new events, and queue what is due."""
    return events_collect() + deliveries_queue()


@transaction.atomic(durable=True)
def deliveries_queue() -> int:
    """Queue due deliveries; return how many. One that is not settled in time is due again."""
    now = timezone.now()
    due = deliveries_due(now).select_for_update(skip_locked=True, of=("self",))
    found = list(due.order_by("due_at", "pk").values_list("pk", flat=True)[:BATCH])
    HookDelivery.objects.filter(pk__in=found).update(status=Notice.Status.WAITING, due_at=now + CLAIM)
    for delivery_id in found:
        on_commit.hook_delivery_is_due(delivery_id)
    return len(found)


def hook_deliver(*, delivery_id: int) -> None:
    """Send a waiting delivery once."""
    delivery = _claimed(delivery_id)
    if delivery is None:
        return
    body = delivery_payload(delivery)
    if body is None:
        _settled(delivery_id, Notice.Status.DROPPED, reason=GONE)
        return
    try:
        answer = _post(delivery, body)
    except Undelivered as failed:
        _failed(delivery_id, failed)
    else:
        _settled(delivery_id, Notice.Status.SENT, answer=answer)


def _post(delivery: HookDelivery, body: bytes) -> str:
    """Post once. Returns the server's answer in words. Raises Undelivered."""
    secret = unsealed(delivery.hook.sealed_secret)
    headers = signed_headers(f"event-{delivery.pk}", body, secret, timezone.now())
    return hook_post(delivery.hook, body, {"Content-Type": "application/json", **headers})


@transaction.atomic(durable=True)
def _claimed(delivery_id: int) -> HookDelivery | None:
    rows = HookDelivery.objects.select_for_update(skip_locked=True, of=("self",)).select_related("hook")
    delivery = rows.filter(pk=delivery_id, status=Notice.Status.WAITING, hook__stopped_at=None).first()
    if delivery is not None:
        delivery.status, delivery.due_at = Notice.Status.SENDING, timezone.now() + CLAIM
        delivery.attempts += 1
        delivery.save(update_fields=["status", "due_at", "attempts"])
    return delivery


@transaction.atomic(durable=True)
def _settled(delivery_id: int, status: Notice.Status, *, reason: str = "", answer: str = "") -> None:
    hook, delivery = _locked(delivery_id)
    if hook is None or delivery is None:
        return
    delivery.status, delivery.reason, delivery.answer = status, reason, answer
    if status == Notice.Status.SENT:
        delivery.sent_at = timezone.now()
        if hook.failures:
            hook_works(hook)
            hook.save(update_fields=HEALTH)
    delivery.save(update_fields=["status", "reason", "answer", "sent_at"])
    _count(delivery)


@transaction.atomic(durable=True)
def _failed(delivery_id: int, failed: Undelivered) -> None:
    """Schedule another attempt or settle the delivery, and count the failure, which may switch the hook off."""
    hook, delivery = _locked(delivery_id)
    if hook is None or delivery is None:
        return
    now = timezone.now()
    over = failed.permanent or delivery.attempts > len(BACK_OFF)
    delivery.status = Notice.Status.FAILED if over else Notice.Status.WAITING
    delivery.reason, delivery.answer = failed.reason[:200], failed.answer
    delivery.due_at = now if over else now + BACK_OFF[delivery.attempts - 1]
    delivery.save(update_fields=["status", "reason", "answer", "due_at"])
    _count(delivery)
    if hook_count_failure(hook, failed, now):
        hook_drop(hook)
        _tell(hook)
    hook.save(update_fields=HEALTH)


def _count(delivery: HookDelivery) -> None:
    after_commit(MESSAGES.add, "hook", str(delivery.status))


def _locked(delivery_id: int) -> tuple[OperatorHook | None, HookDelivery | None]:
    """The claimed row and its hook, which is locked first, as in services; None if it was dropped or removed since."""
    hooks = OperatorHook.objects.select_for_update(of=("self",))
    hook = hooks.filter(deliveries=delivery_id, stopped_at=None).first()
    rows = HookDelivery.objects.select_for_update()
    return hook, rows.filter(pk=delivery_id, status=Notice.Status.SENDING).first()


def _tell(hook: OperatorHook) -> None:
    """Write an email to all who may start the hook again."""
    link = settings.PUBLIC_URL + reverse("admin:games_operatorhook_change", args=[hook.pk])
    for person in staff_with(EDIT):
        account_mail_to(person, STOPPED_MAIL, hook=hook.name, hint=hook.hint, why=hook.stopped_why, link=link)


@sweep(every=DAY, at=time(4, 25))
def deliveries_forget() -> int:
    """Delete deliveries of a month ago, in slices; return how many."""
    return rows_delete(
        HookDelivery.objects.filter(happened_at__lt=timezone.now() - LIFE).exclude(status__in=Notice.OPEN)
    )
