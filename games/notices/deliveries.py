"""Notifications that were sent to a webhook, and sending one again."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import OuterRef
from django.utils import timezone

from accounts.fast.queries import is_found
from accounts.models import User
from games import on_commit
from games.errors import Refused
from games.models import LimitedAct, Notice, Webhook
from games.notices.errors import ChannelReason
from games.notices.sent import SENT_DAYS
from games.notices.staleness import stale_reason
from games.notices.words import reason_words
from games.people.acts import acts_note, check_acts
from games.people.locking import locked_people
from games.play.selectors import visible_games
from games.web.paging import Page, paged

DELIVERIES_PAGE: Final = 20
RESENDS_MAX: Final = 10
RESENDS_IN: Final = timedelta(minutes=1)
SETTLED: Final = (Notice.Status.SENT, Notice.Status.FAILED)


def webhook_of(user: User, webhook_id: int) -> Webhook:
    """The person's webhook. One query. Raises Refused."""
    webhook = Webhook.objects.filter(pk=webhook_id, user=user).first()
    if webhook is None:
        raise Refused(ChannelReason.NO_SUCH_CHANNEL)
    webhook.user = user
    return webhook


def deliveries_to(webhook: Webhook, number: int = 1) -> Page[Notice]:
    """The webhook's notifications, sent or not, newest first, with game. One query. `visible`: whether the owner may
    still open the game's page.
    """
    rows = (
        Notice.objects.filter(webhook=webhook, user=webhook.user_id)
        .filter(created_at__gt=timezone.now() - SENT_DAYS)
        .select_related("game")
        .annotate(visible=is_found(visible_games(webhook.user).filter(pk=OuterRef("game_id"))))
        .order_by("-pk")
    )
    return paged(rows, number, DELIVERIES_PAGE)


@transaction.atomic(durable=True)
def delivery_resend(*, user: User, webhook_id: int, notice_id: int) -> None:
    """Send a notification to a webhook again, with the same id. Raises Refused for one that still waits or is out of
    date, and if the webhook is switched off.
    """
    [owner] = locked_people([user])
    rows = Notice.objects.select_for_update(of=("self",)).select_related("game", "user__preferences", "webhook")
    notice = rows.filter(pk=notice_id, user=owner, webhook=webhook_id).first()
    if notice is None or notice.webhook is None:
        raise Refused(ChannelReason.NO_SUCH_CHANNEL)
    if notice.webhook.stopped_at is not None:
        raise Refused(ChannelReason.STOPPED)
    if notice.status not in SETTLED:
        raise Refused(ChannelReason.NOT_SETTLED)
    if reason := stale_reason(notice):
        raise Refused(ChannelReason.OUT_OF_DATE, str(ChannelReason.OUT_OF_DATE.words) % {"why": reason_words(reason)})
    at = timezone.now()
    check_acts(owner, LimitedAct.Kind.RESEND, ChannelReason.RESENT_LATELY, most=RESENDS_MAX, span=RESENDS_IN, at=at)
    acts_note([owner], LimitedAct.Kind.RESEND, at)
    notice.status, notice.due_at, notice.attempts = Notice.Status.WAITING, at, 0
    notice.reason = notice.answer = ""
    notice.save(update_fields=["status", "due_at", "attempts", "reason", "answer"])
    on_commit.notice_is_due(notice.pk, outward=True)
