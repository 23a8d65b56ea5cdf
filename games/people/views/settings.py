"""Decorator and answers of the settings' pages."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.web.posting import BAD

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def settings_page(view: View[P]) -> View[P]:
    """A page with its own form, for logged-in users."""
    guarded: View[P] = login_required(never_cache(require_http_methods(["GET", "HEAD", "POST"])(view)))
    return guarded


def form_answer(
    request: HttpRequest, template: str, form: forms.Form, save: Callable[[], object], saved: str
) -> HttpResponse:
    """Show the form, or save it and lead back to its page with the message `saved`. The form shows a refusal."""
    if not form.is_bound:
        return render(request, template, {"form": form})
    if form.is_valid():
        try:
            save()
        except Refused as refused:
            form.add_error(None, str(refused.words))
        else:
            messages.success(request, saved)
            return redirect(request.path)
    return render(request, template, {"form": form}, status=BAD)
