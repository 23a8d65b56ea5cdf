"""The page of a day's hand: before it, while it is played, and after."""

from __future__ import annotations

from datetime import date
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.daily.calendar import DAY, DAYS_BACK, day_ends, is_closed, today
from games.daily.chain import day_chain, seed_number
from games.daily.news import hand_news_answer, offers_news
from games.daily.owner import Owner
from games.daily.record import closed_day_record
from games.daily.results import day_results
from games.daily.selectors import day_hand, day_play, standing
from games.daily.services import BOTS, day_begin, day_turn
from games.daily.table import bot_player
from games.daily.views.playing import HandPage, hand_act, hand_page, owner_of
from games.learning.views.bounds import bounded
from games.models import HandPlay
from games.web.posting import post_required
from games.web.viewer import logged_in_user


@require_safe
@never_cache
def today_page(request: HttpRequest) -> HttpResponse:
    """Redirect to the day's own page, so that a turn sent after midnight reaches its hand."""
    return redirect("games:daily_day", today())


@bounded
def day_page(request: HttpRequest, day: date) -> HttpResponse:
    """Show the day's hand or act in it."""
    if not _is_shown(day):
        raise Http404(gettext("This page doesn’t exist."))
    page = HandPage(
        address=reverse("games:daily_day", args=[day]),
        title=gettext("Today’s hand"),
        play=partial(day_play, day),
        begin=lambda owner: day_begin(day=day, owner=owner),
        turn=lambda owner, turns, text: day_turn(day=day, owner=owner, turns=turns, text=text),
        before=partial(_before, request, day),
    )
    if request.method == "POST":
        return hand_act(request, page)
    owner = owner_of(request)
    play = day_play(day, owner)
    if is_closed(day) or (play is not None and play.finished_at is not None):
        return _results(request, day, owner, play)
    return _before(request, day) if play is None else hand_page(request, page, play)


@require_safe
@never_cache
def day_record(request: HttpRequest, day: date) -> HttpResponse:
    """Send the hand's record as a download, with the reader's turns if they played it. 404 before the day is closed."""
    found = closed_day_record(day, day_play(day, owner_of(request))) if _is_shown(day) else None
    if found is None:
        raise Http404(gettext("This page doesn’t exist."))
    response = JsonResponse(found, json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="odin-{day}.json"'
    return response


@post_required
def news(request: HttpRequest) -> HttpResponse:
    """Turn news of the next hands on (`act`: on), or close their offer."""
    on = request.POST.get("act") == "on"
    hand_news_answer(user=logged_in_user(request), on=on)
    if on:
        messages.success(request, gettext("We’ll tell you when the next hand is out."))
    return redirect("games:daily")


def _is_shown(day: date) -> bool:
    return today() - DAYS_BACK * DAY <= day <= today()


def _results(request: HttpRequest, day: date, owner: Owner, play: HandPlay | None) -> HttpResponse:
    daily = day_hand(day)
    if daily is None:
        raise Http404(gettext("This page doesn’t exist."))
    results = day_results(daily, owner, play)
    page = {
        "day": day,
        "is_today": day == today(),
        "next_at": day_ends(day),
        "results": results,
        "offers_news": offers_news(owner.user, day),
    }
    return render(request, "games/daily/results.html", page)


def _before(request: HttpRequest, day: date, refusal: str = "", status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    chain = day_chain(day)
    page = {
        "day": day,
        "next_at": day_ends(day),
        "standing": standing(owner_of(request)),
        "bots": [bot_player(name, seat) for seat, name in enumerate(BOTS, start=1)],
        "anchor": chain.anchor if chain is not None else "",
        "number": seed_number(chain, day) if chain is not None else 0,
        "refusal": refusal,
    }
    return render(request, "games/daily/before.html", page, status=status)
