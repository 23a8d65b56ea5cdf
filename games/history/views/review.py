"""The review of one's own turns after a game."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import bots
from games.advice import expected_words
from games.history.review import review_ask
from games.history.review_selectors import AS_GOOD, Review, Sight, TurnVerdict, person_review, sights
from games.web.charts import AxisPlace, Chart, bar_chart
from games.web.posting import post_required
from games.web.viewer import logged_in_user, user_or_none


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, public_id: str) -> HttpResponse:
    if request.method == "POST":
        return _ask(request, public_id)
    if user_or_none(request) is None:
        return redirect_to_login(request.get_full_path())
    shown = person_review(public_id, logged_in_user(request))
    context = {
        "review": shown,
        "game": shown.game,
        "bot": _bot_name(shown),
        "chart": _chart(shown) if shown.done else None,
        "worst": _worst(shown) if shown.done else [],
        "mean_cost": _points(shown.mean_cost),
        "as_good": number_format(AS_GOOD, 1),
    }
    return render(request, "games/history/review/page.html", context)


@post_required
def _ask(request: HttpRequest, public_id: str) -> HttpResponse:
    review_ask(public_id=public_id, user=logged_in_user(request))
    return redirect("games:review", public_id)


def _bot_name(shown: Review) -> str:
    """The bot's name; a removed bot keeps its technical name."""
    name = shown.row.bot if shown.row is not None else bots.strongest_estimator()[0].name
    return bots.get(name).label if name in bots.REGISTRY else name


def _points(loss: float) -> str:
    """Words like "about 1.3 points"."""
    rounded = round(loss, 1)
    # Plural rules need whole numbers: only 1.0 reads as one.
    words = ngettext("about {points} point", "about {points} points", 1 if rounded == 1 else 2)
    return words.format(points=number_format(rounded, 1))


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn of the review in words. `address`: of the turn in the replay. `after_turn`, `after_best`: the points
    expected then; none in old reviews.
    """

    turn: TurnVerdict
    sight: Sight | None
    address: str
    cost: str
    after_turn: str
    after_best: str


def _worst(shown: Review) -> list[ToldTurn]:
    seen = sights(shown, shown.worst)
    return [_told(shown, turn, seen.get((turn.hand, turn.place))) for turn in shown.worst]


def _told(shown: Review, turn: TurnVerdict, sight: Sight | None) -> ToldTurn:
    best = turn.expected
    return ToldTurn(
        turn=turn,
        sight=sight,
        address=_address(shown, turn),
        cost=_points(turn.loss),
        after_turn=expected_words(best + turn.loss) if best is not None else "",
        after_best=expected_words(best) if best is not None else "",
    )


def _address(shown: Review, turn: TurnVerdict) -> str:
    query = urlencode({"seat": shown.seat, "hand": turn.hand, "turn": turn.place})
    return f"{reverse('games:replay', args=[shown.game.public_id])}?{query}"


def _chart(shown: Review) -> Chart:
    """A bar a turn, linked to the list below or the replay."""
    told = set(shown.worst)
    places = [
        AxisPlace(
            label=str(turn.place),
            name=gettext("Hand %(hand)s, turn %(place)s") % {"hand": turn.hand, "place": turn.place},
            link=f"#{turn.anchor}" if turn in told else _address(shown, turn),
            group=str(turn.hand),
            anchor=f"bar-{turn.anchor}",
        )
        for turn in shown.turns
    ]
    return bar_chart(
        gettext("Cost of each turn"),
        places,
        [turn.loss if turn.matters else 0.0 for turn in shown.turns],
        name=gettext("Extra points compared with the bot"),
        axis=gettext("Your turns, hand by hand"),
        decimals=1,
    )
