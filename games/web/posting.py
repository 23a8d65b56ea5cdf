"""Decorator for views that change something."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.posting import wants_json
from games.web.numbers import whole_number
from games.web.refusals import page_before
from games.web.viewer import user_or_none

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

BAD = 422


def post_required(view: View[P]) -> View[P]:
    """Accept POST from logged-in people; visitors log in and return to the page before. A reload (GET) of a page
    refused without script leads there too.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST":
            return redirect(page_before(request))
        if user_or_none(request) is not None:
            return view(request, *args, **kwargs)
        if wants_json(request):
            return JsonResponse({"error": "login", "detail": gettext("Log in first.")}, status=401)
        return redirect_to_login(page_before(request))

    return guarded


def page_number(request: HttpRequest, name: str = "page") -> int:
    return whole_number(request.GET.get(name, "")) or 1
