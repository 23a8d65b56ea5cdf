"""The pages where a person makes and revokes tokens."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.posting import settings_post
from accounts.tokens.forms import TokenForm
from accounts.tokens.services import token_make, token_revoke
from accounts.words import account_words

BAD = 422


@never_cache
@login_required
@require_safe
def tokens(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    return render(request, "accounts/tokens/list.html", {"tokens": user.api_tokens.all(), "now": timezone.now()})


@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def token_new(request: HttpRequest) -> HttpResponse:
    """The form, and after it the token, which no other page shows."""
    user = cast(User, request.user)
    if user.is_guest:
        return redirect("accounts:keep")
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = token_make(user=user, **form.cleaned_data)
        except AccountRefused as refused:
            form.add_error(None, account_words(refused))
        else:
            return render(request, "accounts/tokens/made.html", {"made": made})
    return render(request, "accounts/tokens/new.html", {"form": form}, status=BAD if form.is_bound else None)


@settings_post("accounts:tokens")
def token_end(request: HttpRequest, token_id: int) -> HttpResponse:
    if token_revoke(user=cast(User, request.user), token_id=token_id):
        messages.success(request, gettext("Token revoked."))
    return redirect("accounts:tokens")
