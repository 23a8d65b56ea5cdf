"""The settings pages of notifications: the simple choice and the customised ones."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.errors import Refused
from games.notices.forms.preferences import NoticesForm
from games.notices.forms.simple import SimpleForm
from games.notices.preferences import preferences_change, simple_choices_save
from games.people.errors import PreferenceReason
from games.people.preference_selectors import available_channels, preferences_of
from games.people.views.settings import settings_page
from games.web.posting import BAD
from games.web.viewer import logged_in_user


@settings_page
def notices(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    form = SimpleForm(preferences_of(user), request.POST if request.method == "POST" else None)
    if form.is_valid():
        simple_choices_save(user=user, choices=form.choices())
        messages.success(request, gettext("Saved."))
        return redirect("games:notices")
    page = {"form": form}
    return render(request, "games/notices/settings/simple.html", page, status=BAD if form.is_bound else None)


@settings_page
def notices_custom(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    reach = available_channels(user)
    form = NoticesForm(preferences_of(user), reach, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            preferences_change(user=user, choices=form.choices())
        except Refused as refused:
            form.add_error("quiet_to" if refused.reason == PreferenceReason.QUIET_EMPTY else None, str(refused.words))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("games:notices_custom")
    page = {"form": form, "reach": reach}
    return render(request, "games/notices/settings/custom.html", page, status=BAD if form.is_bound else None)
