"""The page after a sign-up, until the address is confirmed: it shows the address and lets it be changed."""

from typing import Any

from allauth.account.utils import get_login_redirect_url, perform_login
from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from accounts.sign_in.unconfirmed import services
from accounts.sign_in.unconfirmed.forms import NewAddressForm
from accounts.sign_in.unconfirmed.openers import OpenedAccount, opened_account

BAD = 422
WAITING = "account_email_verification_sent"


@never_cache
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(get_login_redirect_url(request))
    opened = opened_account(request)
    return _account_page(request, opened, NewAddressForm(opened.user) if opened else None)


@never_cache
@require_safe
def waiting_state(request: HttpRequest) -> HttpResponse:
    """Answer the page's polling: whether the address still waits to be confirmed."""
    opened = None if request.user.is_authenticated else opened_account(request)
    return JsonResponse({"waiting": opened is not None and not services.is_confirmed(opened.user)})


@require_POST
def go_on(request: HttpRequest) -> HttpResponse:
    """Log the browser that opened the account in, once the address is confirmed, there or elsewhere."""
    opened = None if request.user.is_authenticated else opened_account(request)
    if opened is None or not services.is_confirmed(opened.user):
        return redirect(WAITING)
    answer: HttpResponse = perform_login(request, opened.user, redirect_url=opened.wanted)
    return answer


@require_POST
def confirmation_again(request: HttpRequest) -> HttpResponse:
    """Send the email again, at most once in three minutes."""
    opened = opened_account(request)
    claim = services.claim_of(opened.user) if opened is not None else None
    if claim is None:
        return redirect("account_login" if opened is None else WAITING)
    claim.send_confirmation(request)
    return redirect(WAITING)


@sensitive_post_parameters("password")
@never_cache
@require_POST
@rate_limit(action="manage_email")  # type: ignore[untyped-decorator]
def claim_change(request: HttpRequest) -> HttpResponse:
    """Replace a mistyped address; asks for the password."""
    opened = opened_account(request)
    if opened is None:
        return redirect("account_login")
    form = NewAddressForm(opened.user, request.POST)
    if not form.is_valid():
        return _account_page(request, opened, form)
    claim = services.claim_change(user=opened.user, email=form.cleaned_data["email"])
    if claim is not None:
        claim.send_confirmation(request)
    return redirect(WAITING)


def _account_page(request: HttpRequest, opened: OpenedAccount | None, form: NewAddressForm | None) -> HttpResponse:
    page: dict[str, Any] = {"form": form}
    if opened is not None:
        page |= {
            "person": opened.user,
            "wanted": opened.wanted,
            "claim": services.claim_of(opened.user),
            "confirmed": services.is_confirmed(opened.user),
        }
    status = BAD if form is not None and form.is_bound else None
    return render(request, "account/verification_sent.html", page, status=status)
