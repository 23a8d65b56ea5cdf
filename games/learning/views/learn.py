"""The tutorial and the practice game, with or without an account."""

from __future__ import annotations

import random
import re
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models.idle_connection import connection_give_back
from accounts.site.public_pages import public_page
from games.advice import Advice
from games.engine import IllegalTurn, Refusal
from games.learning.answers import judge
from games.learning.form import MAX_CHOSEN, posted_answer
from games.learning.positions import POSITIONS, SLUGS, position_named
from games.learning.practice import (
    GENTLEST,
    Practice,
    practice_advice,
    practice_begin,
    practice_next,
    practice_turn,
)
from games.learning.progress import done_in, game_in, keep_game, keep_sort, note_done, sort_in
from games.learning.questions import NOTHING, Answer, Question, Verdict
from games.learning.table import practice_table
from games.learning.views.bounds import bounded, may_keep, slower, within_bounds
from games.play.errors import TURN_WORDS
from games.table.views.script_words import script_words
from games.web.card_words import card_script_words, choose_cards
from games.web.viewer import user_or_none

PART_HEADER = "X-Odin-Part"
CODES = re.compile("[A-Z][0-9]")

_chance = random.SystemRandom()


def wants_part(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


def part(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    response[PART_HEADER] = "1"
    return response


@require_safe
@public_page
def index(request: HttpRequest) -> HttpResponse:
    done = done_in(request.session)
    context = {
        "steps": _steps(done, ""),
        "following": next((slug for slug in SLUGS if slug not in done), ""),
        "begun": bool(done),
        "practice": game_in(request.session),
    }
    return render(request, "games/learning/index.html", context)


def _steps(done: frozenset[str], here: str) -> list[dict[str, object]]:
    return [{"position": each, "done": each.slug in done, "here": each.slug == here} for each in POSITIONS]


@bounded
def position(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        question = position_named(slug)
    except KeyError as missing:
        raise Http404(gettext("This page doesn’t exist.")) from missing
    done = done_in(request.session)
    if request.method != "POST":
        return _position(request, question, done, NOTHING, None)
    answer = posted_answer(request.POST)
    verdict = judge(question, answer)
    if verdict.is_right and slug not in done and may_keep(request):
        note_done(request.session, slug)
        done = done | {slug}
    return _position(request, question, done, answer, verdict)


def _position(
    request: HttpRequest, question: Question, done: frozenset[str], answer: Answer, verdict: Verdict | None
) -> HttpResponse:
    at = SLUGS.index(question.slug)
    context = {
        "question": question,
        "answer": answer,
        "verdict": verdict,
        "number": at + 1,
        "total": len(SLUGS),
        "following": SLUGS[at + 1] if at + 1 < len(SLUGS) else "",
        "before": SLUGS[at - 1] if at else "",
        "done": question.slug in done,
        "steps": _steps(done, question.slug),
        "words": value_words(),
    }
    if wants_part(request):
        return part(request, "games/learning/question.html", context)
    return render(request, "games/learning/position.html", context)


def value_words() -> dict[str, str]:
    """Words for the script, which fills `{…}`."""
    return {
        "set_so_far": gettext("Chosen: {cards}, worth {value}"),
        "so_far": gettext("Chosen: {cards}"),
        "none_chosen": gettext("No card chosen"),
        **card_script_words(),
    }


@bounded
def game(request: HttpRequest) -> HttpResponse:
    """Show the practice game or act in it (`action`: start, begin, play, pass or next; or `sort`). `?hint=1`: with a
    recommended turn; `?choose=R6B6&pickup=R5`: with these cards chosen.
    """
    practice = game_in(request.session)
    if request.method != "POST":
        if "hint" in request.GET and not within_bounds(request, "hint"):
            return slower(request)
        cards = tuple(CODES.findall(request.GET.get("choose", "")))[:MAX_CHOSEN]
        return _game(request, practice, Answer(cards, request.GET.get("pickup", "")))
    if "sort" in request.POST:
        return _sorted(request, practice)
    if request.POST.get("action") == "start" or practice is None:
        return _start(request)
    if request.POST.get("action") == "begin":
        return _start(request) if practice.over else redirect("games:learn_game")
    if request.POST.get("version") != str(practice.version):
        return _game(request, practice, refusal=str(TURN_WORDS[Refusal.STALE_VERSION]), status=HTTPStatus.CONFLICT)
    if request.POST.get("action") == "next":
        return _done(request, practice_next(practice, _chance))
    return _turn(request, practice)


def _start(request: HttpRequest) -> HttpResponse:
    if not may_keep(request):
        return slower(request)
    return _done(request, practice_begin(_chance))


def _sorted(request: HttpRequest, practice: Practice | None) -> HttpResponse:
    if practice is not None:
        keep_sort(request.session, request.POST["sort"])
    return HttpResponse(status=HTTPStatus.NO_CONTENT) if wants_part(request) else redirect("games:learn_game")


def _turn(request: HttpRequest, practice: Practice) -> HttpResponse:
    answer = posted_answer(request.POST)
    if not answer.passes and not answer.cards:
        words = choose_cards()
        return _game(request, practice, answer, words, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        after = practice_turn(practice, answer.turn_text, _chance)
    except IllegalTurn as refusal:
        return _game(request, practice, answer, str(TURN_WORDS[refusal.reason]), HTTPStatus.UNPROCESSABLE_ENTITY)
    return _done(request, after)


def _done(request: HttpRequest, practice: Practice) -> HttpResponse:
    keep_game(request.session, practice)
    return _game(request, practice, moved=True) if wants_part(request) else redirect("games:learn_game")


def _advice(practice: Practice) -> Advice | None:
    connection_give_back()
    return practice_advice(practice)


def _game(
    request: HttpRequest,
    practice: Practice | None,
    answer: Answer = NOTHING,
    refusal: str = "",
    status: HTTPStatus = HTTPStatus.OK,
    *,
    moved: bool = False,
) -> HttpResponse:
    """The practice game's page. `moved`: the script shows the table before the bot's turn first."""
    if practice is None:
        return render(request, "games/learning/before_game.html", {"bot": GENTLEST.label})
    user = user_or_none(request)
    sort = sort_in(request.session)
    table, before = practice_table(practice, user, sort), practice.before_bot
    context = {
        "table": table,
        "between": [practice_table(before, user, sort)] if moved and before is not None else [],
        "action": reverse("games:learn_game"),
        "over_part": "games/learning/over.html",
        "may_hint": True,
        "choice": answer,
        "unfit": bool(answer.cards) and not table.fits(answer.cards),
        "advice": _advice(practice) if "hint" in request.GET else None,
        "refusal": refusal,
        "words": script_words(),
    }
    return table_answer(request, "games/learning/game.html", context, status)


def table_answer(request: HttpRequest, page: str, context: dict[str, Any], status: HTTPStatus) -> HttpResponse:
    """The part of the table for the script, or the whole page."""
    if wants_part(request):
        response = part(request, "games/learning/part.html", context)
    else:
        response = render(request, page, context)
    response.status_code = status
    return response
