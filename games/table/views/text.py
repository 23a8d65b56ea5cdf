"""The switch between tables with cards and as text."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.people.preferences import text_table_switch
from games.web.posting import post_required
from games.web.viewer import logged_in_user


@post_required
def text_switch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Switch between cards and text; `on` is 1 for text."""
    on = request.POST.get("on") == "1"
    text_table_switch(user=logged_in_user(request), on=on)
    messages.success(request, gettext("Saved for all games."))
    return redirect("games:text_table" if on else "games:table", public_id)
