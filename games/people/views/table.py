"""Settings for the table."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.people.forms import TableForm
from games.people.preference_selectors import preferences_of
from games.people.preferences import TableChoices, table_choices_save
from games.people.views.settings import form_answer, settings_page
from games.web.viewer import logged_in_user


@settings_page
def table(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    form = TableForm(preferences_of(user), request.POST if request.method == "POST" else None)

    def save() -> None:
        table_choices_save(user=user, choices=TableChoices(**form.choices()))

    return form_answer(request, "games/people/settings/table.html", form, save, gettext("Saved for all games."))
