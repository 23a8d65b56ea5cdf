"""The choice of one's picture."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.people.forms import AvatarForm
from games.people.preferences import avatar_save
from games.people.views.settings import form_answer, settings_page
from games.web.card_art import avatar_of
from games.web.viewer import logged_in_user


@settings_page
def avatar(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    form = AvatarForm(avatar_of(user), request.POST if request.method == "POST" else None)

    def save() -> None:
        avatar_save(user=user, avatar=form.avatar())

    return form_answer(request, "games/people/settings/avatar.html", form, save, gettext("Picture saved."))
