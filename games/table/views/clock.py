"""Acts about time on a game's page: pauses, a day more, returning to one's seat."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.models import Game
from games.play.seats.services import seat_return
from games.play.views.version import version_seen
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from games.play.waits.sprints import sprint_want
from games.table.views.response import act_response
from games.web.posting import post_required
from games.web.viewer import logged_in_user


@post_required
def pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Request a pause; unless `want` is 1, withdraw the request."""
    want = request.POST.get("want") == "1"
    version = version_seen(request)
    game = pause_want(public_id=public_id, user=logged_in_user(request), want=want, version=version)
    words = _wish_words(game, came_true=game.version != version) if want else gettext("Withdrawn.")
    return act_response(request, public_id, words)


def _wish_words(game: Game, *, came_true: bool) -> str:
    if not came_true:
        return gettext("We’ve asked the others.")
    return (
        capfirst(gettext("the game is paused")) + "."
        if game.status == Game.Status.PAUSED
        else gettext("The game has resumed.")
    )


@post_required
def sprint(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for a sprint or agree to it; unless `want` is 1, withdraw the wish or decline (`no`)."""
    choice = request.POST.get("want", "")
    want = choice == "1"
    user, version = logged_in_user(request), version_seen(request)
    game = sprint_want(public_id=public_id, user=user, want=want, version=version)
    if want:
        words = gettext("You play live now.") if game.plays_live else gettext("We’ve asked the others.")
    else:
        words = gettext("You won’t be asked again for an hour.") if choice == "no" else gettext("Withdrawn.")
    return act_response(request, public_id, words)


@post_required
def more_time(request: HttpRequest, public_id: str) -> HttpResponse:
    time_grant(public_id=public_id, user=logged_in_user(request), version=version_seen(request))
    return act_response(request, public_id, gettext("You gave one more day for this turn."))


@post_required
def return_to_seat(request: HttpRequest, public_id: str) -> HttpResponse:
    seat_return(public_id=public_id, user=logged_in_user(request), version=version_seen(request))
    return act_response(request, public_id, gettext("Your seat is yours again."))
