"""Push on and off for the requesting browser, called by its script."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.templatetags.devices import device
from games.errors import Refused
from games.notices.devices import subscription_add, subscription_end
from games.people.preferences import push_offer_close
from games.web.posting import post_required
from games.web.refusals import json_refusal, page_before
from games.web.viewer import logged_in_user


@sensitive_post_parameters()
@never_cache
@post_required
def push_subscribe(request: HttpRequest) -> HttpResponse:
    """Add a device. `p256dh` and `auth`: in URL-safe base64."""
    sent = request.POST
    try:
        subscription_add(
            user=logged_in_user(request),
            session_key=request.session.session_key or "",
            endpoint=sent.get("endpoint", ""),
            p256dh=sent.get("p256dh", ""),
            auth=sent.get("auth", ""),
            label=device(request.headers.get("User-Agent", "")),
        )
    except Refused as refused:
        return json_refusal(refused)
    return JsonResponse({})


@never_cache
@post_required
def push_offer(request: HttpRequest) -> HttpResponse:
    """Close the offer of push that games show."""
    push_offer_close(user=logged_in_user(request))
    return redirect(page_before(request))


@sensitive_post_parameters()
@never_cache
@post_required
def push_unsubscribe(request: HttpRequest) -> HttpResponse:
    subscription_end(user=logged_in_user(request), endpoint=request.POST.get("endpoint", ""))
    return JsonResponse({})
