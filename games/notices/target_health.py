"""Failures of webhooks and devices; those that fail for long are switched off."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.mail.account_mails import account_mail_to
from games.models import HookDelivery, Notice, PushSubscription, Webhook
from games.models.channels import OutgoingHook
from games.notices.outcome import BACK_OFF
from games.notices.outward.errors import Undelivered

FAILS_AT_MOST: Final = timedelta(days=3)
HEALTH: Final = ["failures", "failing_since", "rests_until", "stopped_at", "stopped_why"]
STOPPED_MAIL: Final = "games/notices/mail/webhook_stopped"
FAILURES_MAX: Final = 32767
"""The most that the column counts."""


def deliveries_due(at: datetime) -> QuerySet[HookDelivery]:
    """The deliveries to operators' hooks that were to be sent by then. Hooks that rest or are switched off get none."""
    rested = Q(hook__rests_until=None) | Q(hook__rests_until__lte=at)
    is_open = Q(status__in=Notice.OPEN)
    return HookDelivery.objects.filter(rested, is_open, due_at__lte=at, hook__stopped_at=None)


@transaction.atomic(durable=True)
def target_reached(*, notice: Notice) -> None:
    if notice.webhook_id is not None:
        well = {"failures": 0, "failing_since": None, "rests_until": None}
        Webhook.objects.filter(pk=notice.webhook_id, failures__gt=0).update(**well)


@transaction.atomic(durable=True)
def target_failed(*, notice: Notice, failed: Undelivered) -> None:
    """Count a failed attempt. A device that is gone is deleted. A webhook that is gone, or has failed for three days,
    is switched off, and its owner gets an email.
    """
    if notice.subscription_id is not None and failed.gone:
        PushSubscription.objects.filter(pk=notice.subscription_id).delete()
    if notice.webhook_id is None:
        return
    rows = Webhook.objects.select_for_update(of=("self",)).select_related("user")
    webhook = rows.filter(pk=notice.webhook_id, stopped_at__isnull=True).first()
    if webhook is None:
        return
    if hook_count_failure(webhook, failed, timezone.now()):
        link = settings.PUBLIC_URL + reverse("games:webhook_deliveries", args=[webhook.pk])
        account_mail_to(webhook.user, STOPPED_MAIL, hint=webhook.hint, why=webhook.stopped_why, link=link)
    webhook.save(update_fields=HEALTH)


def hook_count_failure(hook: OutgoingHook, failed: Undelivered, at: datetime) -> bool:
    """Write a failed attempt into a locked hook's columns. Returns True if that switches it off. A server that is too
    slow keeps a worker busy, so it gets growing pauses in which nothing is sent to it.
    """
    hook.failures = min(hook.failures + 1, FAILURES_MAX)
    hook.failing_since = hook.failing_since or at
    if failed.slow:
        hook.rests_until = at + BACK_OFF[min(hook.failures, len(BACK_OFF)) - 1]
    if failed.gone:
        hook.stopped_why = failed.reason[:200]
    elif at - hook.failing_since >= FAILS_AT_MOST:
        hook.stopped_why = (_("it failed for three days. Last error: %s") % failed.reason)[:200]
    else:
        return False
    hook.stopped_at = at
    return True


def hook_works(hook: OutgoingHook) -> None:
    """Write a success into a locked hook's columns, which switches it on again."""
    hook.failures, hook.failing_since, hook.rests_until = 0, None, None
    hook.stopped_at, hook.stopped_why = None, ""
