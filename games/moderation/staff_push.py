"""Push messages to staff about new cases: their numbers and a link, no name and no text."""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.metrics.counted import MESSAGES
from accounts.models import StaffAlerts, User
from accounts.sign_in.sessions import session_is_open
from games.lobby.selectors import waiting_count
from games.models import PushSubscription
from games.moderation.staff_alerts import KINDS, case_page, counts_to_push
from games.notices.outward import News, Undelivered, push_post
from games.web.sentences import in_sentences, labelled

log = logging.getLogger(__name__)


def cases_push(*, device_id: int, counts: Mapping[str, int], at: int) -> None:
    """Send a message to a device, unless its login has ended or the person may or will no longer get it. It is tried
    once, because the same news is emailed. `counts`: new cases by kind, found at the second `at`.
    """
    device = PushSubscription.objects.select_related("user", "session").filter(pk=device_id).first()
    if device is None or not session_is_open(device.session, device.user):
        return
    row = StaffAlerts.objects.select_related("user").filter(user=device.user).first()
    news = counts_to_push(row, counts, timezone.now()) if row else {}
    if not news:
        return
    with translation.override(device.user.language):
        try:
            push_post(device, _news(device.user, news, at))
        except Undelivered as failed:
            log.warning("a push message about new cases was not delivered")
            MESSAGES.add("push", "failed")
            if failed.gone:
                PushSubscription.objects.filter(pk=device_id).delete()
        else:
            MESSAGES.add("push", "sent")


def _news(user: User, counts: Mapping[str, int], at: int) -> News:
    """The message, in the current language. It leads to the list of cases, or to the admin if there are several."""
    admin = f"{settings.PUBLIC_URL}{reverse('admin:index')}"
    return News(
        id=f"cases-{at}",
        kind="cases",
        game="",
        title=_("New cases for the site team"),
        words=in_sentences(labelled(str(KINDS[kind].label), str(count)) for kind, count in counts.items()),
        address=case_page(next(iter(counts))) if len(counts) == 1 else admin,
        version=0,
        at=datetime.fromtimestamp(at, UTC),
        waiting=waiting_count(user),
    )
