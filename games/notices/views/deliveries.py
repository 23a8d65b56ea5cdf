"""The page of what was sent to a webhook."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.posting import settings_post, wants_json
from games.errors import Refused
from games.notices import deliveries
from games.notices.errors import ChannelReason
from games.notices.sent import SENT_DAYS
from games.web.posting import page_number
from games.web.refusals import flash_refusal, with_retry
from games.web.viewer import logged_in_user


def _page(request: HttpRequest, webhook_id: int, *, status: int = 200) -> HttpResponse:
    webhook = deliveries.webhook_of(logged_in_user(request), webhook_id)
    page = {
        "hook": webhook,
        "deliveries": deliveries.deliveries_to(webhook, page_number(request)),
        "settled": deliveries.SETTLED,
        "days": SENT_DAYS.days,
    }
    return render(request, "games/notices/settings/deliveries.html", page, status=status)


@require_safe
@login_required
@never_cache
def webhook_deliveries(request: HttpRequest, webhook_id: int) -> HttpResponse:
    return _page(request, webhook_id)


@settings_post("games:channels")
def delivery_resend(request: HttpRequest, webhook_id: int, notice_id: int) -> HttpResponse:
    try:
        deliveries.delivery_resend(user=logged_in_user(request), webhook_id=webhook_id, notice_id=notice_id)
    except Refused as refused:
        if refused.reason == ChannelReason.NO_SUCH_CHANNEL or wants_json(request):
            raise
        return with_retry(_page(request, webhook_id, status=flash_refusal(request, refused)), refused.retry_s)
    messages.success(request, gettext("Sending it again."))
    return redirect("games:webhook_deliveries", webhook_id)
