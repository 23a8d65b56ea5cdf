"""The list of past days."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from games.daily.selectors import closed_days
from games.daily.views.playing import owner_of


@require_safe
@public_page
def days(request: HttpRequest) -> HttpResponse:
    return render(request, "games/daily/days.html", {"days": closed_days(owner_of(request))})
