"""The table as a response: page or live part, with cards or as text, after a visit or an act."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext

from accounts.fast.caches import LruCache
from games.advice import Advice
from games.chat.views.chat import chat_context
from games.engine import parse_cards
from games.lobby.selectors import next_waiting, waiting_ids
from games.models import Game, Move
from games.outbox.turn_news import turn_news
from games.play.questions import TurnQuestion, turn_question
from games.play.seats.replaced_players import lost_seat
from games.play.selectors import visible_game
from games.table import HandResult, TableView, table_view
from games.table.advice import turn_advice
from games.table.drawing.facts import drawing_facts
from games.table.forms import TurnForm
from games.table.reading.view_cache import MAX_ENTRIES
from games.table.views.missed import missed_turns_record
from games.table.views.part_cache import PART_HOLE, drawn_part
from games.table.views.script_words import script_words_element
from games.table.words import page_title
from games.web.card_words import short_card, spoken_cards
from games.web.counting import counts_down
from games.web.etags import content_etag
from games.web.numbers import whole_number
from games.web.viewer import logged_in_user, user_or_none

SEEN_COOKIE = "seen_hand"
YEAR_S: Final = 365 * 24 * 3600
# No chain has seeds for more (FAIRDEAL.md).
MAX_HANDS = 999
# A live part names its version; any other answer (such as a login page) lacks this header.
PART_HEADER = "X-Odin-Part"
LOOK_HEADER: Final = "X-Odin-Look"


@dataclass(frozen=True)
class Look:
    """A way to show a table, with cards or as text: address and templates."""

    address: str
    page: str
    part: str


CARDS: Final = Look("games:table", "games/table/page.html", "games/table/part.html")
TEXT: Final = Look("games:text_table", "games/table/text/page.html", "games/table/text/part.html")


def requested_look(request: HttpRequest) -> Look:
    asked = request.POST.get("as") or request.headers.get(LOOK_HEADER)
    return TEXT if asked == "text" else CARDS


# ETags of cached views, by id(), because hashing a view is slow.
_view_etags: Final[LruCache[tuple[TableView, str]]] = LruCache("view ETags", MAX_ENTRIES)

# Fields that are not repeated once the questions are answered.
_NOT_AGAIN = frozenset({"csrfmiddlewaretoken", "warn", "confirm", "sure"})


@dataclass(frozen=True)
class Asked:
    """A yes posts `fields` to `address` again, with `sure`."""

    question: TurnQuestion
    address: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FormState:
    """The choices in a form that was refused or questioned, for another try."""

    cards: frozenset[str] = frozenset()
    pickup: str = ""
    words: str = ""
    asked: Asked | None = None
    play: str = ""
    note: str = ""

    @property
    def is_nothing(self) -> bool:
        return self == NOTHING


NOTHING = FormState()


def requested_table(request: HttpRequest, game: Game, *, missed_from: int | None = None) -> TableView:
    past = whole_number(request.GET.get("hand", ""), MAX_HANDS)
    return table_view(game, user_or_none(request), past=past, missed_from=missed_from)


def whole_page(request: HttpRequest, game: Game, look: Look, choice: FormState = NOTHING) -> HttpResponse:
    if game.started_at is None:
        return render(request, "games/table/cancelled.html", {"game": game})
    return table_page(request, game, requested_table(request, game, missed_from=0), look, choice)


def table_page(
    request: HttpRequest, game: Game, view: TableView, look: Look, choice: FormState = NOTHING
) -> HttpResponse:
    """The page of a table. Records that the viewer was shown the turns they missed."""
    context = _context(request, game, view, look, choice)
    context |= {"words": script_words_element(), "part": PART_HOLE} | _around(request, game, view)
    if look is CARDS:
        page = render_to_string(look.page, context, request)
        response = HttpResponse(page.replace(PART_HOLE, drawn_part(request, context)))
    else:
        response = render(request, look.page, context)
    response["ETag"] = context["etag"]
    missed_turns_record(request, view)
    return response


def live_part(request: HttpRequest, game: Game, look: Look, choice: FormState = NOTHING) -> HttpResponse:
    """The page's part; 304 to a GET if its ETag matches. A game cancelled before its start has a page instead."""
    if game.started_at is None:
        return render(request, "games/table/cancelled.html", {"game": game})
    view = requested_table(request, game)
    context = _context(request, game, view, look, choice)
    if request.method != "POST" and request.headers.get("If-None-Match") == context["etag"]:
        return HttpResponseNotModified()
    response = HttpResponse(drawn_part(request, context)) if look is CARDS else render(request, look.part, context)
    response["ETag"] = context["etag"]
    response[PART_HEADER] = str(view.version)
    return response


def act_response(request: HttpRequest, public_id: str, words: str) -> HttpResponse:
    """The live part for scripts, otherwise a redirect with the message `words`."""
    if wants_part(request):
        return live_part(request, visible_game(public_id, user_or_none(request)), requested_look(request))
    messages.success(request, words)
    return redirect(requested_look(request).address, public_id)


def refused(
    request: HttpRequest,
    public_id: str,
    choice: FormState,
    words: str,
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> HttpResponse:
    """The page after a refusal, with the chosen cards."""
    game = visible_game(public_id, user_or_none(request))
    answer = live_part if wants_part(request) else whole_page
    response = answer(request, game, requested_look(request), replace(choice, words=words))
    response.status_code = status
    return response


def wants_part(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


def question_before_turn(
    request: HttpRequest, public_id: str, form: TurnForm, *, text: str, version: int | None
) -> Asked | None:
    """The question before a turn; `version` None means the newest."""
    if form.is_sure or not (form.warns or form.confirms):
        return None
    game, user = visible_game(public_id, user_or_none(request)), logged_in_user(request)
    question = turn_question(game, user, version=version, text=text, warns=form.warns, asks=form.confirms)
    if question is None:
        return None
    sent = ((name, str(value)) for name, values in request.POST.lists() for value in values)
    return Asked(question, request.path, tuple((name, value) for name, value in sent if name not in _NOT_AGAIN))


def made_words(move: Move) -> str:
    cards, _arrow, pickup = move.turn.partition("<")
    if cards == "pass":
        return gettext("You passed") + "."
    played = spoken_cards(parse_cards(cards))
    if pickup:
        return gettext("You played {cards} and picked up {card}.").format(cards=played, card=short_card(pickup))
    return gettext("You played %(value)s") % {"value": played} + "."


def _context(request: HttpRequest, game: Game, view: TableView, look: Look, choice: FormState) -> dict[str, Any]:
    user = user_or_none(request)
    waiting = waiting_ids(user) if user is not None else set()
    others = waiting - {view.public_id}
    result = _result_to_show(request, view)
    hints = "hint" in request.GET and view.may_hint
    return {
        "table": view,
        "choice": choice,
        "hints": hints,
        "advice": _advice(game, view) if hints and view.is_advised and result is None else None,
        "result": result,
        "next_game": next_waiting(user, view.public_id) if user is not None and others else None,
        # The count on the page leaves this game out; the one in the window's title and icon includes it.
        "waiting_games": len(others),
        "all_waiting": len(waiting),
        "page_title": page_title(view),
        "etag": _etag(view, waiting, result),
        "facts": drawing_facts(view) if look is CARDS else None,
    }


def _advice(game: Game, view: TableView) -> Advice | None:
    return turn_advice(game, view.me.player.seat) if view.me is not None and view.my_turn else None


def _around(request: HttpRequest, game: Game, view: TableView) -> dict[str, object]:
    user = user_or_none(request)
    if view.me is not None:
        tells = view.ending is None and not view.is_alone
        news = turn_news(logged_in_user(request), game.pace) if tells else None
        return chat_context(request, game) | {"turn_news": news}
    # A viewer without a seat has no chat, but may have lost a seat.
    return {"lost": lost_seat(game.public_id, user)} if user is not None else {}


def _etag(view: TableView, waiting: set[str], result: HandResult | None) -> str:
    """A hash of everything that the viewer sees, except missed turns. They are shown only once, so the next part, which
    lacks them, has the same hash.
    """
    return content_etag(_view_etag(view), sorted(waiting), result is not None, counts_down(view.rules.target))


def _view_etag(view: TableView) -> str:
    known = _view_etags.get(id(view))
    if known is not None and known[0] is view:
        return known[1]
    etag = content_etag(replace(view, missed=None))
    _view_etags.put(id(view), (view, etag))
    return etag


def _result_to_show(request: HttpRequest, view: TableView) -> HandResult | None:
    """The last hand's result, or None once the viewer has dismissed it or played. Spectators see it until every seat
    has had a turn.
    """
    if view.ending is not None or not view.results or not view.running:
        return None
    result = view.results[0]
    if whole_number(request.COOKIES.get(SEEN_COOKIE, "")) == result.number:
        return None
    if view.acts:
        mine = (entry for past in view.rounds for entry in past.entries if entry.player.is_me)
        acted = any(entry.by == Move.By.PLAYER for entry in mine)
    else:
        acted = view.turns_count >= view.rules.seats
    return None if acted else result
