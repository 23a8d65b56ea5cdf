"""The settings page of notices."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.errors import Refused
from games.notices.forms.preferences import NoticesForm
from games.notices.preferences import NoticeChoices, preferences_change
from games.people.errors import PreferenceReason
from games.people.preference_selectors import available_channels, preferences_of
from games.people.views.settings import settings_page
from games.web.posting import BAD
from games.web.viewer import logged_in_user


@settings_page
def notices(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    form = NoticesForm(preferences_of(user), request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            preferences_change(user=user, choices=NoticeChoices(**form.choices()))
        except Refused as refused:
            form.add_error("quiet_to" if refused.reason == PreferenceReason.QUIET_EMPTY else None, str(refused.words))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("games:notices")
    page = {"form": form, "reach": available_channels(user)}
    return render(request, "games/notices/settings/preferences.html", page, status=BAD if form.is_bound else None)
