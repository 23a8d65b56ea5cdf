"""The choice of one's picture."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.errors import Refused
from games.people.forms import AvatarForm
from games.people.preferences import avatar_save
from games.people.views.settings import settings_page
from games.web.card_art import avatar_of
from games.web.posting import BAD
from games.web.viewer import logged_in_user


@settings_page
def avatar(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    if request.method != "POST":
        return render(request, "games/people/settings/avatar.html", {"form": AvatarForm(avatar_of(user))})
    form = AvatarForm(avatar_of(user), request.POST)
    if form.is_valid():
        try:
            avatar_save(user=user, avatar=form.avatar())
        except Refused as refused:
            form.add_error(None, str(refused.words))
        else:
            messages.success(request, gettext("Picture saved."))
            return redirect("games:avatar")
    return render(request, "games/people/settings/avatar.html", {"form": form}, status=BAD)
