"""The page of a day's position, before and after the answer, and the list of past ones."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from games.daily.calendar import day_ends, today
from games.daily.owner import Owner, visitor_in, visitor_keep
from games.daily.views.playing import owner_of
from games.learning.form import posted_answer
from games.learning.progress import keep_sort, sort_in
from games.learning.questions import NOTHING, Answer
from games.learning.views.bounds import bounded, may_keep, slower
from games.learning.views.learn import wants_part
from games.models import Position, PositionAnswer
from games.play.errors import OUT_OF_DATE, TurnRefused
from games.positions.moment import moment_read
from games.positions.results import answered
from games.positions.selectors import first_day, own_answer, past_positions
from games.positions.services import answer_give, day_position
from games.positions.table import position_table
from games.table.views.script_words import script_words
from games.web.card_words import choose_cards
from games.web.numbers import whole_number
from games.web.viewer import user_or_none


@require_safe
@never_cache
def today_page(request: HttpRequest) -> HttpResponse:
    """Redirect to the day's own page, so that an answer sent after midnight reaches its position."""
    return redirect("games:position_day", today())


@require_safe
@public_page
def past_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/positions/past.html", {"past": past_positions(owner_of(request))})


@bounded
def day_page(request: HttpRequest, day: date) -> HttpResponse:
    """Show the day's position, or answer it (`action`: play or pass; or `sort`)."""
    position = day_position(day) if first_day() <= day <= today() else None
    if position is None:
        if day == today():
            return render(request, "games/positions/none.html", {"next_at": day_ends(day)})
        raise Http404(gettext("This page doesn’t exist."))
    if request.method == "POST":
        return _sorted(request, day) if "sort" in request.POST else _answer(request, day, position)
    answer = own_answer(position, owner_of(request))
    return _question(request, day, position) if answer is None else _result(request, day, position, answer)


def _sorted(request: HttpRequest, day: date) -> HttpResponse:
    # A visitor without a session has no order of cards to keep.
    if user_or_none(request) is not None or visitor_in(request.session):
        keep_sort(request.session, request.POST["sort"])
    return HttpResponse(status=HTTPStatus.NO_CONTENT) if wants_part(request) else redirect(_address(day))


def _answer(request: HttpRequest, day: date, position: Position) -> HttpResponse:
    answer, user = posted_answer(request.POST), user_or_none(request)
    if not answer.passes and not answer.cards:
        return _question(request, day, position, answer, choose_cards(), HTTPStatus.UNPROCESSABLE_ENTITY)
    if user is None and not may_keep(request):
        return slower(request)
    owner = Owner(user, "" if user is not None else visitor_keep(request.session))
    try:
        answer_give(
            day=day, seen=whole_number(request.POST.get("version", "")) or 0, owner=owner, text=answer.turn_text
        )
    except TurnRefused as refusal:
        kept = NOTHING if refusal.reason in OUT_OF_DATE else answer
        return _question(request, day, position, kept, str(refusal.words), HTTPStatus(refusal.status))
    return redirect(_address(day))


def _question(
    request: HttpRequest,
    day: date,
    position: Position,
    choice: Answer = NOTHING,
    refusal: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    table = position_table(moment_read(position.moment), position.pk, user_or_none(request), sort_in(request.session))
    page = {
        "position_day": day,
        "by_people": position.game_id is not None,
        "action": _address(day),
        "plainly": True,
        "table": table,
        "choice": choice,
        "unfit": bool(choice.cards) and not table.fits(choice.cards),
        "refusal": refusal,
        "words": script_words(),
    }
    return render(request, "games/positions/question.html", page, status=status)


def _result(request: HttpRequest, day: date, position: Position, answer: PositionAnswer) -> HttpResponse:
    page = {
        "position_day": day,
        "is_today": day == today(),
        "next_at": day_ends(day),
        "by_people": position.game_id is not None,
        "result": answered(position, moment_read(position.moment), answer),
    }
    return render(request, "games/positions/result.html", page)


def _address(day: date) -> str:
    return reverse("games:position_day", args=[day])
