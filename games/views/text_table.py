"""The text-only table: which requests are answered with it, and the switch that has a person's games open so."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.services.preferences import text_table_switch
from games.views.people import person
from games.views.posting import posted

_PAGES: Final = {"games:text_table", "games:text_part"}
LOOK_HEADER: Final = "X-Odin-Look"


def is_text(request: HttpRequest) -> bool:
    """Whether the table is to be told in text: by the page's address, its form, or its script."""
    asked = request.POST.get("as") or request.headers.get(LOOK_HEADER)
    return asked == "text" or (request.resolver_match is not None and request.resolver_match.view_name in _PAGES)


def opens_cards(request: HttpRequest) -> bool:
    """Whether a game is being opened with its cards, for which who wants text is led to the text."""
    return request.resolver_match is not None and request.resolver_match.view_name == "games:table"


def table_name(request: HttpRequest) -> str:
    """The name of the address of the table as the viewer looks at it."""
    return "games:text_table" if is_text(request) else "games:table"


def template_of(request: HttpRequest, *, part: bool) -> str:
    """The template of the table as the viewer looks at it, or of its live part."""
    if is_text(request):
        return "games/text/part.html" if part else "games/text/table.html"
    return "games/table/part.html" if part else "games/table.html"


@posted
def text_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Have the person's games open as text (`on` is 1), or with cards."""
    on = request.POST.get("on") == "1"
    text_table_switch(user=person(request), on=on)
    messages.success(
        request, gettext("Your games open as text from now on.") if on else gettext("Your games open with cards again.")
    )
    return redirect("games:text_table" if on else "games:table", public_id)
