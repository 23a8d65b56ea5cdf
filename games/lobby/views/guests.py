"""Visitors who join by a link as guests, and pages that guests may not use."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language_from_request

from accounts.models import User
from accounts.sign_in.guests import guest_log_in, sign_up_limit
from accounts.sign_in.signup_forms import GuestForm
from games.errors import Refused
from games.people.errors import PersonReason
from games.web.posting import BAD
from games.web.refusals import flash_refusal
from games.web.viewer import logged_in_user

P = ParamSpec("P")


class Joined(Protocol):
    """The row that a guest gets by joining."""

    @property
    def user(self) -> User | None: ...


J = TypeVar("J", bound=Joined)


def guest_join(
    request: HttpRequest,
    join: Callable[..., J],
    page: Callable[[int, GuestForm], HttpResponse],
    welcome: Callable[[J], HttpResponse],
) -> HttpResponse:
    """Make a visitor a guest by the service `join`, and log them in by this browser's session alone. Answers with
    `welcome`, or with the invitation's `page`, a status and the form as it was sent.
    """
    form = GuestForm(request.POST)
    over_limit = sign_up_limit(request)
    if over_limit is not None:
        return over_limit
    if not form.is_valid():
        return page(BAD, form)
    try:
        joined = join(language=get_language_from_request(request), **form.cleaned_data)
    except Refused as refused:
        return page(flash_refusal(request, refused), form)
    assert joined.user is not None
    guest_log_in(request, joined.user)
    return welcome(joined)


def members_only(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Ask visitors to log in, and guests to add their email first."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if logged_in_user(request).is_guest:
            messages.error(request, str(PersonReason.GUEST.words))
            return redirect("accounts:keep")
        return view(request, *args, **kwargs)

    return guarded
