"""The page of a day's hand: before it, while it is played, and after."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.daily.calendar import DAY, DAYS_BACK, day_ends, is_closed, today
from games.daily.chain import day_chain, seed_number
from games.daily.errors import DailyReason
from games.daily.owner import Owner, visitor_in, visitor_keep
from games.daily.results import day_results
from games.daily.selectors import day_hand, day_play, solo_of, standing
from games.daily.services import BOTS, day_begin, day_turn
from games.daily.solo import played
from games.daily.table import VERSION, bot_player, hand_table, tables_between
from games.errors import Refused
from games.learning.form import posted_answer
from games.learning.progress import keep_sort, sort_in
from games.learning.questions import NOTHING, Answer
from games.learning.views.bounds import bounded, may_keep, slower
from games.learning.views.learn import part, wants_part
from games.models import HandPlay
from games.play.errors import OUT_OF_DATE, TurnRefused
from games.table.views.script_words import script_words
from games.web.card_words import choose_cards
from games.web.viewer import user_or_none


def owner_of(request: HttpRequest) -> Owner:
    user = user_or_none(request)
    return Owner(user, "" if user is not None else visitor_in(request.session))


@require_safe
@never_cache
def today_page(request: HttpRequest) -> HttpResponse:
    """Redirect to the day's own page, so that a turn sent after midnight reaches its hand."""
    return redirect("games:daily_day", today())


@bounded
def day_page(request: HttpRequest, day: date) -> HttpResponse:
    """Show the day's hand or act in it (`action`: begin, play or pass; or `sort`)."""
    if not today() - DAYS_BACK * DAY <= day <= today():
        raise Http404(gettext("This page doesn’t exist."))
    if request.method == "POST":
        return _act(request, day)
    owner = owner_of(request)
    play = day_play(day, owner)
    if is_closed(day) or (play is not None and play.finished_at is not None):
        return _results(request, day, owner, play)
    return _before(request, day, owner) if play is None else _table(request, day, play)


def _results(request: HttpRequest, day: date, owner: Owner, play: HandPlay | None) -> HttpResponse:
    daily = day_hand(day)
    if daily is None:
        raise Http404(gettext("This page doesn’t exist."))
    results = day_results(daily, owner, play)
    page = {"day": day, "is_today": day == today(), "next_at": day_ends(day), "results": results}
    return render(request, "games/daily/results.html", page)


def _before(
    request: HttpRequest, day: date, owner: Owner, refusal: str = "", status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    chain = day_chain(day)
    page = {
        "day": day,
        "next_at": day_ends(day),
        "standing": standing(owner),
        "bots": [bot_player(name, seat) for seat, name in enumerate(BOTS, start=1)],
        "anchor": chain.anchor if chain is not None else "",
        "number": seed_number(chain, day) if chain is not None else 0,
        "refusal": refusal,
    }
    return render(request, "games/daily/before.html", page, status=status)


def _act(request: HttpRequest, day: date) -> HttpResponse:
    if "sort" in request.POST:
        return _sorted(request, day)
    try:
        if request.POST.get("action") == "begin":
            return _begin(request, day)
        return _turn(request, day)
    except Refused as refused:
        if refused.reason is DailyReason.CLOSED:
            raise
        return _before(request, day, owner_of(request), str(refused.words), HTTPStatus(refused.status))


def _begin(request: HttpRequest, day: date) -> HttpResponse:
    user = user_or_none(request)
    if user is None and not may_keep(request):
        return slower(request)
    day_begin(day=day, owner=Owner(user, "" if user is not None else visitor_keep(request.session)))
    return redirect("games:daily_day", day)


def _sorted(request: HttpRequest, day: date) -> HttpResponse:
    # A visitor without a session has no cards to sort.
    if user_or_none(request) is not None or visitor_in(request.session):
        keep_sort(request.session, request.POST["sort"])
    return HttpResponse(status=HTTPStatus.NO_CONTENT) if wants_part(request) else redirect("games:daily_day", day)


def _turn(request: HttpRequest, day: date) -> HttpResponse:
    answer, owner = posted_answer(request.POST), owner_of(request)
    seen = request.POST.get("version", "")
    turns = int(seen) - VERSION if seen.isascii() and seen.isdigit() and len(seen) <= len(str(VERSION)) else -1
    try:
        if not answer.passes and not answer.cards:
            return _refused(request, day, owner, answer, choose_cards(), HTTPStatus.UNPROCESSABLE_ENTITY)
        play = day_turn(day=day, owner=owner, turns=turns, text=answer.turn_text)
    except TurnRefused as refusal:
        answer = NOTHING if refusal.reason in OUT_OF_DATE else answer
        return _refused(request, day, owner, answer, str(refusal.words), HTTPStatus(refusal.status))
    if wants_part(request):
        return _table(request, day, play, seen=turns)
    return redirect("games:daily_day", day)


def _refused(
    request: HttpRequest, day: date, owner: Owner, answer: Answer, words: str, status: HTTPStatus
) -> HttpResponse:
    play = day_play(day, owner)
    if play is None:
        raise Refused(DailyReason.NOT_BEGUN)
    if play.finished_at is not None and not wants_part(request):
        return redirect("games:daily_day", day)
    return _table(request, day, play, answer=answer, refusal=words, status=status)


def _table(
    request: HttpRequest,
    day: date,
    play: HandPlay,
    *,
    answer: Answer = NOTHING,
    refusal: str = "",
    status: HTTPStatus = HTTPStatus.OK,
    seen: int | None = None,
) -> HttpResponse:
    """The table. `seen`: how many turns the script shows already; it shows the later ones one after the other."""
    user, sort = user_or_none(request), sort_in(request.session)
    hand = played(solo_of(play.hand), play.turns)
    table = hand_table(hand, user, sort)
    page: dict[str, Any] = {
        "day": day,
        "action": reverse("games:daily_day", args=[day]),
        "over_part": "games/daily/over.html",
        "table": table,
        "between": () if seen is None else tables_between(hand, seen, user, sort),
        "choice": answer,
        "unfit": bool(answer.cards) and not table.fits(answer.cards),
        "refusal": refusal,
        "next_at": day_ends(day),
        "words": script_words(),
    }
    if wants_part(request):
        response = part(request, "games/learning/part.html", page)
    else:
        response = render(request, "games/daily/table.html", page)
    response.status_code = status
    return response
