"""The page of notices sent."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.notices.sent import SENT_DAYS, notices_to
from games.web.posting import page_number
from games.web.viewer import logged_in_user


@require_safe
@login_required
@never_cache
def sent(request: HttpRequest) -> HttpResponse:
    page = {"notices": notices_to(logged_in_user(request), page_number(request)), "days": SENT_DAYS.days}
    return render(request, "games/notices/settings/sent.html", page)
