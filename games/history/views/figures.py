"""Figures of one finished game, and of a player against others."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.site.public_pages import public_page
from games.history.game_figures import GameFigures, game_figures
from games.models import Game
from games.play.selectors import visible_game
from games.ratings import profile, versus
from games.web.counting import counts_down, shown_points
from games.web.posting import page_number
from games.web.viewer import user_or_none


@require_safe
@public_page
def figures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the figures of a finished game. Other games redirect to the table."""
    game = visible_game(public_id, user_or_none(request))
    if game.status != Game.Status.FINISHED:
        return redirect("games:table", public_id)
    told = game_figures(game, user_or_none(request))
    page = {"game": game, "told": told, "lines": _lines(told), "highs": _highs(told)}
    return render(request, "games/history/figures.html", page)


_LINES: Final = (
    ("hands_out", _("Out first")),
    ("rounds_won", _("Rounds won")),
    ("plays", pgettext_lazy("number of sets played", "Plays")),
    ("passes", _("Passes")),
    ("cards_played", _("Cards played")),
    ("largest_set", _("Largest set")),
    ("highest_value", _("Highest value")),
    ("timeouts", _("Timeouts")),
)
_HIGHS: Final = (
    ("highest_value", _("Highest value")),
    ("largest_set", _("Largest set")),
    ("hands_out", _("Out first")),
    ("rounds_won", _("Rounds won")),
)


def _lines(told: GameFigures) -> list[dict[str, object]]:
    rows, target = [row.figures for row in told.rows], told.game.target
    return [
        {
            "label": gettext("Points left") if counts_down(target) else gettext("Points"),
            "values": [shown_points(row.seat.points, target) for row in told.rows],
        },
        *({"label": label, "values": [getattr(row, name, "–") for row in rows]} for name, label in _LINES),
    ]


def _highs(told: GameFigures) -> list[dict[str, object]]:
    best = [(name, label, told.best(name)) for name, label in _HIGHS]
    return [
        {"label": label, "value": getattr(rows[0].figures, name), "rows": rows} for name, label, rows in best if rows
    ]


@require_safe
@public_page
def opponents(request: HttpRequest, handle: str) -> HttpResponse:
    player = _player(handle)
    if player.handle != handle:
        return redirect("games:opponents", handle=player.handle, permanent=False)
    met = versus.opponents(player, user_or_none(request), page_number(request))
    is_me = user_or_none(request) == player
    page = {"player": player, "is_me": is_me, "subject": "" if is_me else player.name, "met": met}
    return render(request, "games/history/opponents.html", page)


@require_safe
@public_page
def against(request: HttpRequest, handle: str, other: str) -> HttpResponse:
    player, opponent = _player(handle), _player(other, bots=True)
    if player == opponent:
        return redirect("games:opponents", handle=player.handle)
    if (player.handle, opponent.handle) != (handle, other):
        return redirect("games:versus", handle=player.handle, other=opponent.handle, permanent=False)
    user = user_or_none(request)
    page = {
        "player": player,
        "other": opponent,
        "is_me": user == player,
        "score": versus.score_against(player, opponent, user),
        "results": versus.games_together(player, opponent, user, page_number(request)),
    }
    return render(request, "games/history/versus.html", page)


def _player(handle: str, *, bots: bool = False) -> User:
    """Find the player; a merged account leads to the remaining one. Raises Http404 for bots unless `bots`."""
    found = profile.player(handle)
    found = found.merged_into or found if found is not None else None
    if found is None or (found.is_bot and not bots):
        raise Http404
    return found
