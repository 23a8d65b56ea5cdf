"""A person's account pages; allauth has sign-up, login, address and password."""

from typing import cast

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.account_settings import settings_change
from accounts.errors import AccountRefused
from accounts.forms import PasswordForm, SettingsForm
from accounts.models import User
from accounts.posting import settings_post
from accounts.privacy.erasure import account_erase
from accounts.registration.gate import link_token, registration_is_open
from accounts.sign_in import addresses, sessions
from accounts.sign_in.guests import guest_keep
from accounts.sign_in.proof.views import proof_asked
from accounts.sign_in.signup_forms import KeepForm
from accounts.sign_in.two_factor import has_app

BAD = 422


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = SettingsForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        settings_change(user=user, **{"language": user.language} | form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("accounts:settings")
    others = sessions.other_sessions(user=user, keep=request.session.session_key or "")
    page = {
        "form": form,
        "other_sessions": len(others),
        "two_factor": has_app(user),
        "decisions": user.sanctions.exists(),
    }
    return render(request, "accounts/settings.html", page, status=BAD if form.is_bound else None)


@settings_post("accounts:settings")
def sessions_end(request: HttpRequest) -> HttpResponse:
    sessions.sessions_end(user=cast(User, request.user), keep=request.session.session_key or "")
    messages.success(request, gettext("You’re logged out everywhere else."))
    return redirect("accounts:settings")


@settings_post("usersessions_list")
def session_end(request: HttpRequest, session_id: int) -> HttpResponse:
    sessions.session_end(user=cast(User, request.user), session_id=session_id)
    messages.success(request, gettext("That device is logged out."))
    return redirect("usersessions_list")


@settings_post("accounts:settings")
def mail_resume(request: HttpRequest) -> HttpResponse:
    addresses.mail_resume(user=cast(User, request.user))
    messages.success(request, gettext("We’re emailing you again."))
    return redirect("accounts:settings")


@sensitive_post_parameters("password")
@never_cache
@login_required
@rate_limit(action="manage_email")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Let a guest add an address and a password. This works only once, because from then on the password guards the
    address.
    """
    user = cast(User, request.user)
    if not user.is_guest or user.has_usable_password():
        return redirect("account_email")
    if not registration_is_open(request):
        return render(request, "account/signup_closed.html")
    form = KeepForm(user=user, data=request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            claim = guest_keep(guest=user, token=link_token(request), **form.cleaned_data)
        except AccountRefused:
            # The last place of the link was taken, or registration closed, since the check above.
            return redirect("accounts:keep")
        if claim is not None:
            update_session_auth_hash(request, user)
            claim.send_confirmation(request)
        return redirect("home")
    return render(request, "accounts/keep.html", {"form": form}, status=BAD if form.is_bound else None)


@sensitive_post_parameters("password")
@never_cache
@login_required
@proof_asked
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        account_erase(user=user)
        logout(request)
        messages.success(request, gettext("Your account is deleted") + ".")
        return redirect("home")
    return render(request, "accounts/delete.html", {"form": form}, status=BAD if form.is_bound else None)
