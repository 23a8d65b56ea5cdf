"""Pages of registration: a link to register, and the page of people who wait."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.registration.gate import SESSION_KEY, link_find

GONE = 410


@never_cache
@require_safe
def link_opened(request: HttpRequest, token: str) -> HttpResponse:
    """Remember the link in this browser's session, and lead on to the sign-up, or, for a guest, to adding an email."""
    user = request.user
    if user.is_authenticated and not getattr(user, "is_guest", False):
        return redirect("home")
    if link_find(token) is None:
        return render(request, "account/signup_closed.html", {"link_over": True}, status=GONE)
    request.session[SESSION_KEY] = token
    return redirect("accounts:keep" if user.is_authenticated else "account_signup")


@never_cache
@require_safe
def waiting_page(request: HttpRequest) -> HttpResponse:
    return render(request, "account/waiting.html")
