"""The table of a shared hand, by a form or for the script: what today's hand and challenges have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.daily.errors import DailyReason
from games.daily.owner import Owner, visitor_in, visitor_keep
from games.daily.selectors import solo_of
from games.daily.solo import played
from games.daily.table import VERSION, hand_table, tables_between
from games.errors import Refused
from games.learning.form import posted_answer
from games.learning.progress import keep_sort, sort_in
from games.learning.questions import NOTHING, Answer
from games.learning.views.bounds import may_keep, slower
from games.learning.views.learn import table_answer, wants_part
from games.models import HandPlay
from games.play.errors import OUT_OF_DATE, TurnRefused
from games.table.views.script_words import script_words
from games.web.card_words import choose_cards
from games.web.viewer import user_or_none


@dataclass(frozen=True, slots=True)
class HandPage:
    """A shared hand's page. `address`: its own; `title`: its heading; `play`: the person's play of it, if any; `begin`
    and `turn`: its services, `turn` with how many turns the person saw and the turn as text; `before`: the page before
    it is dealt, with a refusal and its status.
    """

    address: str
    title: str
    play: Callable[[Owner], HandPlay | None]
    begin: Callable[[Owner], HandPlay]
    turn: Callable[[Owner, int, str], HandPlay]
    before: Callable[[str, HTTPStatus], HttpResponse]


def owner_of(request: HttpRequest) -> Owner:
    user = user_or_none(request)
    return Owner(user, "" if user is not None else visitor_in(request.session))


def hand_act(request: HttpRequest, page: HandPage) -> HttpResponse:
    """Act in the hand (`action`: begin, play or pass; or `sort`)."""
    if "sort" in request.POST:
        return _sorted(request, page)
    try:
        return _begin(request, page) if request.POST.get("action") == "begin" else _turn(request, page)
    except Refused as refused:
        if refused.reason is not DailyReason.NOT_BEGUN and refused.reason is not DailyReason.NOT_DEALT:
            raise
        return page.before(str(refused.words), HTTPStatus(refused.status))


def _begin(request: HttpRequest, page: HandPage) -> HttpResponse:
    user = user_or_none(request)
    if user is None and not may_keep(request):
        return slower(request)
    page.begin(Owner(user, "" if user is not None else visitor_keep(request.session)))
    return redirect(page.address)


def _sorted(request: HttpRequest, page: HandPage) -> HttpResponse:
    # A visitor without a session has no cards to sort.
    if user_or_none(request) is not None or visitor_in(request.session):
        keep_sort(request.session, request.POST["sort"])
    return HttpResponse(status=HTTPStatus.NO_CONTENT) if wants_part(request) else redirect(page.address)


def _turn(request: HttpRequest, page: HandPage) -> HttpResponse:
    answer, owner = posted_answer(request.POST), owner_of(request)
    seen = request.POST.get("version", "")
    turns = int(seen) - VERSION if seen.isascii() and seen.isdigit() and len(seen) <= len(str(VERSION)) else -1
    if not answer.passes and not answer.cards:
        return _refused(request, page, owner, answer, choose_cards(), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        play = page.turn(owner, turns, answer.turn_text)
    except TurnRefused as refusal:
        answer = NOTHING if refusal.reason in OUT_OF_DATE else answer
        return _refused(request, page, owner, answer, str(refusal.words), HTTPStatus(refusal.status))
    return hand_page(request, page, play, seen=turns) if wants_part(request) else redirect(page.address)


def _refused(
    request: HttpRequest, page: HandPage, owner: Owner, answer: Answer, words: str, status: HTTPStatus
) -> HttpResponse:
    play = page.play(owner)
    if play is None:
        raise Refused(DailyReason.NOT_BEGUN)
    if play.finished_at is not None and not wants_part(request):
        return redirect(page.address)
    return hand_page(request, page, play, answer=answer, refusal=words, status=status)


def hand_page(
    request: HttpRequest,
    page: HandPage,
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
    context: dict[str, Any] = {
        "title": page.title,
        "action": page.address,
        "over_part": "games/daily/over.html",
        "table": table,
        "between": () if seen is None else tables_between(hand, seen, user, sort),
        "choice": answer,
        "unfit": bool(answer.cards) and not table.fits(answer.cards),
        "refusal": refusal,
        "words": script_words(),
    }
    return table_answer(request, "games/daily/table.html", context, status)
