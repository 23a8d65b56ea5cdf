"""Settings for the table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.errors import Refused
from games.people.forms import TableForm
from games.people.preference_selectors import preferences_of
from games.people.preferences import TableChoices, table_choices_save
from games.people.views.settings import settings_page
from games.web.posting import BAD
from games.web.viewer import logged_in_user


@settings_page
def table(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    if request.method != "POST":
        return render(request, "games/people/settings/table.html", {"form": TableForm(preferences_of(user))})
    form = TableForm(preferences_of(user), request.POST)
    if form.is_valid():
        try:
            table_choices_save(user=user, choices=TableChoices(**form.choices()))
        except Refused as refused:
            form.add_error(None, str(refused.words))
        else:
            messages.success(request, gettext("Saved for all games."))
            return redirect("games:table_settings")
    return render(request, "games/people/settings/table.html", {"form": form}, status=BAD)
