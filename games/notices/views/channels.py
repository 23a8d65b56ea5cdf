"""Settings of the channels besides email: devices, webhooks, the calendar feed."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from accounts.posting import settings_post, wants_json
from games.errors import GameError, Refused
from games.notices import devices as push
from games.notices import webhooks
from games.notices.calendar_feed import calendar_address
from games.notices.calendar_feed import calendar_drop as drop_calendar
from games.notices.calendar_feed import calendar_renew as renew_calendar
from games.notices.errors import ChannelReason
from games.notices.forms.channels import WebhookForm
from games.notices.webhooks import WEBHOOKS_MAX
from games.outbox.channels import own_devices, own_webhooks, push_key
from games.web.posting import BAD
from games.web.refusals import flash_refusal, with_retry
from games.web.viewer import logged_in_user

# Session key of a webhook just added: only the next page shows its secret.
_NEW = "webhook_new"
_AT_ADDRESS = (ChannelReason.BAD_ADDRESS, ChannelReason.KNOWN_ALREADY)


def _channels_page(request: HttpRequest, *, status: int = 200, form: WebhookForm | None = None) -> HttpResponse:
    user = logged_in_user(request)
    lines = own_webhooks(user)
    new = request.session.pop(_NEW, None)
    page = {
        "push_key": push_key(),
        "devices": own_devices(user),
        "webhooks": lines,
        "new": next((line for line in lines if line.pk == new and line.secret), None),
        "testing": any(line.testing for line in lines),
        "webhook_form": (form or WebhookForm()) if len(lines) < WEBHOOKS_MAX or form else None,
        "webhooks_full": ChannelReason.TOO_MANY_WEBHOOKS.words,
        "calendar": calendar_address(user),
    }
    return render(request, "games/notices/settings/channels.html", page, status=status)


@require_safe
@login_required
@never_cache
def channels(request: HttpRequest) -> HttpResponse:
    return _channels_page(request)


@sensitive_post_parameters("address")
@settings_post("games:channels")
def webhook_add(request: HttpRequest) -> HttpResponse:
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook = webhooks.webhook_add(user=logged_in_user(request), **form.cleaned_data)
        except GameError as refused:
            at_address = isinstance(refused, Refused) and refused.reason in _AT_ADDRESS
            form.add_error("address" if at_address else None, str(refused.words))
        else:
            request.session[_NEW] = webhook.pk
            messages.success(request, gettext("Webhook added. Send a test now."))
            return redirect("games:channels")
    return _channels_page(request, status=BAD, form=form)


@settings_post("games:channels")
def webhook_test(request: HttpRequest, webhook_id: int) -> HttpResponse:
    return _done(request, lambda: webhooks.webhook_test(user=logged_in_user(request), webhook_id=webhook_id))


@settings_post("games:channels")
def webhook_remove(request: HttpRequest, webhook_id: int) -> HttpResponse:
    words = gettext("Webhook removed.")
    return _done(request, lambda: webhooks.webhook_remove(user=logged_in_user(request), webhook_id=webhook_id), words)


@settings_post("games:channels")
def device_remove(request: HttpRequest, subscription_id: int) -> HttpResponse:
    words = gettext("Device removed.")
    return _done(
        request, lambda: push.subscription_remove(user=logged_in_user(request), subscription_id=subscription_id), words
    )


def _done(request: HttpRequest, act: Callable[[], None], words: str = "") -> HttpResponse:
    """The response after a change; a refusal shows the page again."""
    try:
        act()
    except Refused as refused:
        if refused.reason == ChannelReason.NO_SUCH_CHANNEL or wants_json(request):
            raise
        return with_retry(_channels_page(request, status=flash_refusal(request, refused)), refused.retry_s)
    if words:
        messages.success(request, words)
    return redirect("games:channels")


@settings_post("games:channels")
def calendar_renew(request: HttpRequest) -> HttpResponse:
    had_one = calendar_address(logged_in_user(request))
    renew_calendar(user=logged_in_user(request))
    words = gettext("New calendar address created. The old one no longer works.")
    messages.success(request, words if had_one else gettext("Calendar address created."))
    return redirect("games:channels")


@settings_post("games:channels")
def calendar_drop(request: HttpRequest) -> HttpResponse:
    drop_calendar(user=logged_in_user(request))
    messages.success(request, gettext("Calendar address removed."))
    return redirect("games:channels")
