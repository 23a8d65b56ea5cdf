"""Failures of webhooks and devices; those that fail for long are switched off."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Notice, PushSubscription, Webhook

FAILURES_MAX = 10


@transaction.atomic(durable=True)
def target_reached(*, notice: Notice) -> None:
    if notice.webhook_id is not None:
        Webhook.objects.filter(pk=notice.webhook_id, failures__gt=0).update(failures=0)


@transaction.atomic(durable=True)
def target_failed(*, notice: Notice, reason: str, gone: bool, slow: bool = False) -> None:
    """Count a failure; `gone`: the target will never accept anything. A gone device is deleted. A webhook that is gone,
    or failed ten times in a row, is switched off. Only a notification's first attempt counts, except with `slow`
    servers, because each keeps a worker busy.
    """
    if notice.subscription_id is not None and gone:
        PushSubscription.objects.filter(pk=notice.subscription_id).delete()
    if notice.webhook_id is None or (notice.attempts > 1 and not gone and not slow):
        return
    webhook = Webhook.objects.select_for_update().filter(pk=notice.webhook_id, stopped_at__isnull=True).first()
    if webhook is None:
        return
    webhook.failures += 1
    if gone or webhook.failures >= FAILURES_MAX:
        webhook.stopped_at = timezone.now()
        webhook.stopped_why = (reason if gone else _("it failed ten times in a row. Last error: %s") % reason)[:200]
    webhook.save(update_fields=["failures", "stopped_at", "stopped_why"])
