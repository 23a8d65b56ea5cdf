"""The order of cards in hand, and the keys for choosing them."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.errors import Refused
from games.people.preferences import hand_sort_save, sound_switch
from games.play.hand_order import hand_order_save
from games.table.views.response import act_response
from games.web.posting import BAD, post_required
from games.web.viewer import logged_in_user

NO_CONTENT = 204


@post_required
def sort(request: HttpRequest, public_id: str) -> HttpResponse:
    chosen = request.POST.get("sort", "")
    return _kept(request, public_id, lambda: hand_sort_save(user=logged_in_user(request), sort=chosen))


@post_required
def order(request: HttpRequest, public_id: str) -> HttpResponse:
    cards = request.POST.getlist("card")
    return _kept(
        request, public_id, lambda: hand_order_save(public_id=public_id, user=logged_in_user(request), cards=cards)
    )


def _kept(request: HttpRequest, public_id: str, keep: Callable[[], object]) -> HttpResponse:
    """Save a choice about cards. 204 for the page's script, which has moved the cards already."""
    script = request.headers.get("X-Requested-With") == "fetch"
    try:
        keep()
    except Refused as refused:
        if not script:
            raise
        return HttpResponse(str(refused.words), status=BAD, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=NO_CONTENT) if script else redirect("games:table", public_id)


@require_safe
def shortcuts(request: HttpRequest) -> HttpResponse:
    """Show the keyboard shortcuts; the table's script gets only the sheet."""
    script = request.headers.get("X-Requested-With") == "fetch"
    return render(request, "games/table/shortcuts_sheet.html" if script else "games/table/shortcuts.html")


@post_required
def sound(request: HttpRequest, public_id: str) -> HttpResponse:
    on = request.POST.get("on") == "1"
    sound_switch(user=logged_in_user(request), on=on)
    return act_response(request, public_id, gettext("Sounds on") if on else gettext("Sounds off"))
