"""A game's page from the start on: the table, its live part, turns and what is asked before them, resigning, the
rematch."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.counting import counts_down
from games.engine import Refusal, parse_cards
from games.errors import NoSuchGame
from games.forms.numbers import whole_number
from games.forms.turn import TurnForm
from games.models import Game, Move
from games.play.errors import TurnRefused
from games.selectors.formers import lost_seat
from games.selectors.games import visible_game
from games.selectors.lobby import next_waiting, waiting_ids
from games.selectors.questions import Question, question_of
from games.selectors.records import record_of
from games.selectors.room import was_removed
from games.selectors.table import HandResult, TableView, table_of
from games.services.play import TurnMade, turn_play
from games.services.rematch import game_rematch
from games.services.resigning import seat_resign
from games.templatetags.card_words import short_card, spoken_cards
from games.templatetags.table_words import page_title
from games.views import room
from games.views.chat import chat_at
from games.views.etags import etag_of
from games.views.people import person, viewer
from games.views.posting import posted, version_seen
from games.views.script_words import script_words
from games.views.since import shown
from games.views.text_table import opens_cards, table_name, template_of

SEEN_COOKIE = "seen_hand"
# More than any chain has seeds for (FAIRDEAL).
MOST_HANDS = 999
YEAR_S = 31_536_000
CODES = re.compile("[A-Z][0-9]")
# A live part says which version it shows; anything else that comes back for one (a login page, say) has no such header.
PART_HEADER = "X-Odin-Part"


# What the page adds to a turn, and does not send again once its questions are answered.
_NOT_AGAIN = frozenset({"csrfmiddlewaretoken", "warn", "confirm", "sure"})


@dataclass(frozen=True)
class Asked:
    """A question before a turn; whoever says yes to it sends `fields` to `address` again, and that they are sure."""

    question: Question
    address: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Choice:
    """What a form had chosen that was refused, and why, or that leads to a question; kept for another try."""

    cards: frozenset[str] = frozenset()
    pickup: str = ""
    words: str = ""
    asked: Asked | None = None
    play: str = ""


NOTHING = Choice()


@require_safe
@never_cache
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a game; before its start that is the waiting room.

    `?hand=2` shows the turns of an earlier hand, `?hint=1` the largest plays, `?choose=R6B6` has these cards chosen.
    """
    try:
        game = visible_game(public_id, viewer(request))
    except NoSuchGame:
        user = viewer(request)
        if user is None:
            # A link in a mail leads here too: who logs in may see more.
            return redirect_to_login(request.get_full_path())
        lost = lost_seat(public_id, user)
        if lost is not None or was_removed(public_id, user):
            return render(request, "games/removed.html", {"lost": lost}, status=HTTPStatus.NOT_FOUND)
        raise
    if game.status == Game.Status.OPEN:
        return room.room_page(request, game)
    seen = whole_number(request.GET.get("seen", ""), MOST_HANDS)
    if seen is not None:
        return _seen(request, public_id, seen)
    return _page(request, game, Choice(frozenset(CODES.findall(request.GET.get("choose", "")))))


def _seen(request: HttpRequest, public_id: str, hand: int) -> HttpResponse:
    """Remember which hand's result this browser has put away, for this game alone."""
    address = reverse("games:table", args=[public_id])
    response = redirect(table_name(request), public_id)
    response.set_cookie(
        SEEN_COOKIE, str(hand), max_age=YEAR_S, path=address, secure=request.is_secure(), samesite="Lax"
    )
    return response


@require_safe
@never_cache
def table_part(request: HttpRequest, public_id: str) -> HttpResponse:
    """The part of the page that changes, for this viewer; 304 when the caller's ETag still holds."""
    game = visible_game(public_id, viewer(request))
    if game.status == Game.Status.OPEN:
        # The start was taken for granted by a page older than the game's state: the whole page is needed.
        return HttpResponse(status=HTTPStatus.RESET_CONTENT)
    return _page(request, game, NOTHING, part=True)


@posted
def turn(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play or pass. A refusal shows the table again with the reason in words and the choice of cards kept; so does a
    question that the form asks for."""
    form = TurnForm(request.POST)
    choice = Choice(frozenset(form.cards), form.pickup, play=form.play)
    if form.goes_back:
        return refused(request, public_id, choice, "", HTTPStatus.OK)
    if not form.is_pass and not form.cards:
        return refused(request, public_id, choice, gettext("Choose the cards that you want to play."))
    asked = asked_before(request, public_id, form, text=form.text, version=form.version)
    if asked is not None:
        return refused(request, public_id, replace(choice, asked=asked), "")
    try:
        made = turn_play(public_id=public_id, user=person(request), version=form.version, text=form.text)
    except TurnRefused as refusal:
        if refusal.reason == Refusal.PICKUP_NOT_ALLOWED:
            # Without a script a pressed radio cannot be let go: the page comes back with none pressed.
            choice = replace(choice, pickup="")
        return refused(request, public_id, choice, str(refusal.words), refusal.status)
    return answered(request, public_id, made_words(made))


def asked_before(
    request: HttpRequest, public_id: str, form: TurnForm, *, text: str, version: int | None
) -> Asked | None:
    """What the form wants to be asked about before this turn, if anything; `version` None is the newest."""
    if form.is_sure or not (form.warns or form.confirms):
        return None
    game, user = visible_game(public_id, viewer(request)), person(request)
    question = question_of(game, user, version=version, text=text, warns=form.warns, asks=form.confirms)
    if question is None:
        return None
    sent = ((name, str(value)) for name, values in request.POST.lists() for value in values)
    return Asked(question, request.path, tuple((name, value) for name, value in sent if name not in _NOT_AGAIN))


def answered(request: HttpRequest, public_id: str, words: str) -> HttpResponse:
    """After something was done: the live part for the page's script, else back to the page, which says `words`."""
    if _wants_part(request):
        return _page(request, visible_game(public_id, viewer(request)), NOTHING, part=True)
    messages.success(request, words)
    return redirect(table_name(request), public_id)


def made_words(made: TurnMade) -> str:
    """What the turn was, for a page without its script."""
    cards, _arrow, pickup = made.move.turn.partition("<")
    if cards == "pass":
        return gettext("You passed.")
    played = spoken_cards(parse_cards(cards))
    if pickup:
        return gettext("You played {cards} and picked up {card}.").format(cards=played, card=short_card(pickup))
    return gettext("You played {cards}.").format(cards=played)


def refused(
    request: HttpRequest,
    public_id: str,
    choice: Choice,
    words: str,
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> HttpResponse:
    """The table again, with the choice of cards kept and the refusal in words."""
    game = visible_game(public_id, viewer(request))
    response = _page(request, game, replace(choice, words=words), part=_wants_part(request))
    response.status_code = status
    return response


@posted
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give up the person's seat; the page has asked whether that is meant."""
    seat_resign(public_id=public_id, user=person(request), version=version_seen(request))
    messages.success(request, gettext("You have resigned. A bot plays your cards on."))
    return redirect("games:table", public_id)


@posted
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open the same game again, or go to where somebody already did."""
    game = game_rematch(public_id=public_id, user=person(request))
    return redirect("games:table", game.public_id)


@require_safe
@never_cache
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game's record as this viewer may see it, as a file; a game that has not begun has none."""
    game = visible_game(public_id, viewer(request))
    if game.started_at is None:
        raise Http404(gettext("This game has not begun: there is no record yet."))
    response = JsonResponse(record_of(game, viewer(request)), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="odin-{game.public_id}.json"'
    return response


def _wants_part(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


def _page(request: HttpRequest, game: Game, choice: Choice, *, part: bool = False) -> HttpResponse:
    """The whole page, or its live part."""
    user = viewer(request)
    if game.started_at is None:
        return render(request, "games/cancelled.html", {"game": game})
    view = table_of(
        game,
        user,
        past=whole_number(request.GET.get("hand", ""), MOST_HANDS),
        missed_from=None if part else 0,
    )
    if view.as_text and opens_cards(request):
        asked = request.GET.urlencode()
        return redirect(reverse("games:text_table", args=[game.public_id]) + (f"?{asked}" if asked else ""))
    waiting = waiting_ids(user) if user is not None else set()
    others = waiting - {game.public_id}
    result = _result_to_show(request, view)
    etag = _etag(view, waiting, result)
    context = {
        "table": view,
        "choice": choice,
        "hints": "hint" in request.GET and view.may_hint,
        "result": result,
        "next_game": next_waiting(user, game.public_id) if user is not None and others and not view.my_turn else None,
        # Who sits here need not be told that this game waits; what is seen from outside the page counts it too.
        "waiting_games": len(others),
        "all_waiting": len(waiting),
        "words": script_words(),
        "page_title": page_title(view),
        "etag": etag,
    }
    if part and choice is NOTHING and request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified()
    around = {} if part else _around(request, game, view)
    response = render(request, template_of(request, part=part), context | around)
    response["ETag"] = etag
    shown(request, view)
    if part:
        response[PART_HEADER] = str(view.version)
    return response


def _around(request: HttpRequest, game: Game, view: TableView) -> dict[str, object]:
    """What the whole page has beside its live part; one query more."""
    user = viewer(request)
    if view.me is not None:
        return chat_at(request, game)
    # Who has no seat has no chat, and may have lost both.
    return {"lost": lost_seat(game.public_id, user)} if user is not None else {}


def _etag(view: TableView, waiting: set[str], result: HandResult | None) -> str:
    """A mark of all that the viewer is shown for as long as it holds: equal marks, equal parts of pages.

    What was missed is told once: the part that comes after it, without it, is no other one.
    """
    return etag_of(replace(view, missed=None), sorted(waiting), result is not None, counts_down(view.rules.target))


def _result_to_show(request: HttpRequest, view: TableView) -> HandResult | None:
    """The last hand's result while the next one is young: until the viewer puts it away or plays in person.

    Who only watches puts it away, or every seat has had a turn.
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
