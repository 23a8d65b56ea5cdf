"""The page of a hand of a week: its table, and its results."""

from __future__ import annotations

from datetime import date
from functools import partial
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.daily.views import playing
from games.learning.views.bounds import bounded
from games.models import WEEK_HANDS, HandPlay
from games.web.viewer import user_or_none
from games.weekly.calendar import is_over, is_shown
from games.weekly.record import closed_hand_record
from games.weekly.results import hand_results
from games.weekly.selectors import weekly_hand, weekly_play
from games.weekly.services import weekly_begin, weekly_turn


@bounded
def hand_page(request: HttpRequest, week: date, number: int) -> HttpResponse:
    """Show the hand or act in it. Only people with an account play; everyone sees the hands of past weeks."""
    _check(week, number)
    user = user_or_none(request)
    play = weekly_play(week, number, user) if user is not None else None
    if request.method != "POST" and (is_over(week) or (play is not None and play.finished_at is not None)):
        return _results(request, week, number, user, play)
    if user is None:
        return redirect("games:weekly_week", week)
    page = _page(week, number, user)
    if request.method == "POST":
        return playing.hand_act(request, page)
    return page.before("", HTTPStatus.OK) if play is None else playing.hand_page(request, page, play)


def _page(week: date, number: int, user: User) -> playing.HandPage:
    return playing.HandPage(
        address=reverse("games:weekly_hand", args=[week, number]),
        title=_title(number),
        play=lambda _owner: weekly_play(week, number, user),
        begin=lambda _owner: weekly_begin(week=week, number=number, user=user),
        turn=lambda _owner, turns, text: weekly_turn(week=week, number=number, user=user, turns=turns, text=text),
        before=partial(_before, week),
    )


def _title(number: int) -> str:
    return gettext("Hand {number} of {total}").format(number=number, total=WEEK_HANDS)


def _before(week: date, _refusal: str, _status: HTTPStatus) -> HttpResponse:
    """Lead to the week's page, which deals its hands."""
    return redirect("games:weekly_week", week)


def _results(request: HttpRequest, week: date, number: int, user: User | None, play: HandPlay | None) -> HttpResponse:
    row = weekly_hand(week, number)
    if row is None:
        raise Http404(gettext("This page doesn’t exist."))
    page = {
        "week": week,
        "number": number,
        "title": _title(number),
        "results": hand_results(row, user, play),
    }
    return render(request, "games/weekly/hand.html", page)


@require_safe
@never_cache
def hand_record(request: HttpRequest, week: date, number: int) -> HttpResponse:
    """Send the hand's record as a download, with the reader's turns if they played it. 404 before the week is over."""
    _check(week, number)
    user, row = user_or_none(request), weekly_hand(week, number)
    play = weekly_play(week, number, user) if user is not None else None
    found = closed_hand_record(row, play) if row is not None else None
    if found is None:
        raise Http404(gettext("This page doesn’t exist."))
    response = JsonResponse(found, json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="odin-{week}-{number}.json"'
    return response


def _check(week: date, number: int) -> None:
    if not is_shown(week) or not 1 <= number <= WEEK_HANDS:
        raise Http404(gettext("This page doesn’t exist."))
