"""The page of sent notifications."""

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
    shows_sent = request.GET.get("show") != "unsent"
    notices = notices_to(logged_in_user(request), page_number(request), sent=shows_sent)
    page = {"notices": notices, "days": SENT_DAYS.days, "shows_sent": shows_sent}
    return render(request, "games/notices/settings/sent.html", page)
