"""The settings of a bot, and the form by which an account becomes one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.outside_bots.forms import BecomeForm, TakenGamesForm
from games.outside_bots.selectors import outside_bot
from games.outside_bots.services import bot_become, bot_change
from games.people.views.settings import form_answer, settings_page
from games.web.viewer import logged_in_user


@settings_page
def bot_settings(request: HttpRequest) -> HttpResponse:
    """The form of the games that a bot takes; for others, the one that makes the account a bot."""
    user = logged_in_user(request)
    data = request.POST if request.method == "POST" else None
    if user.is_outside_bot:
        choices = TakenGamesForm(outside_bot(user), data)
        saved = gettext("Saved.")
        return form_answer(
            request,
            "games/outside_bots/games.html",
            choices,
            lambda: bot_change(user=user, takes=choices.taken()),
            saved,
        )
    become = BecomeForm(data)
    done = gettext("This account is a bot now. Choose the games that it plays.")
    return form_answer(
        request,
        "games/outside_bots/become.html",
        become,
        lambda: bot_become(user=user, author=become.cleaned_data["author"]),
        done,
    )
