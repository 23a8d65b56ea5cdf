"""A game's page after the start: the table, the live part, turns, resigning, the rematch."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.metrics.counted import TURNS
from games.chat.turn_notes import noted_turn_play
from games.engine import Refusal
from games.errors import NoSuchGame, Refused
from games.lobby.rematch import game_rematch
from games.lobby.room import was_removed
from games.lobby.views import room
from games.lobby.views.room import decline_without_script
from games.models import Game
from games.people.preferences import questions_stop
from games.play.account_turns import turn_sent_before
from games.play.errors import TurnRefused
from games.play.seats.replaced_players import lost_seat
from games.play.seats.resign import seat_resign
from games.play.selectors import visible_game
from games.play.views.version import version_seen
from games.table.forms import TurnForm
from games.table.hand_words import QUESTIONS_STOPPED
from games.table.views.response import (
    CARDS,
    MAX_HANDS,
    SEEN_COOKIE,
    TEXT,
    YEAR_S,
    FormState,
    Look,
    act_response,
    live_part,
    made_words,
    question_before_turn,
    refused,
    requested_table,
    table_page,
    wants_part,
    whole_page,
)
from games.web.card_words import choose_cards
from games.web.numbers import whole_number
from games.web.posting import post_required
from games.web.viewer import logged_in_user, user_or_none

CODES = re.compile("[A-Z][0-9]")


def game_page(view: Callable[[HttpRequest, Game], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorates a page for all who may see the game; before the start it is the waiting room."""

    @require_safe
    @never_cache
    @wraps(view)
    def page(request: HttpRequest, public_id: str) -> HttpResponse:
        try:
            game = visible_game(public_id, user_or_none(request))
        except NoSuchGame:
            answer = _unseen(request, public_id)
            if answer is None:
                raise
            return answer
        return room.room_page(request, game) if game.status == Game.Status.OPEN else view(request, game)

    return page


def _unseen(request: HttpRequest, public_id: str) -> HttpResponse | None:
    """The login or an explanation for viewers who may not see the game; None without one."""
    user = user_or_none(request)
    if user is None:
        # Emails link here: the viewer may see more after the login.
        return redirect_to_login(request.get_full_path())
    lost = lost_seat(public_id, user)
    if lost is None and not was_removed(public_id, user):
        return None
    return render(request, "games/table/removed.html", {"lost": lost}, status=HTTPStatus.NOT_FOUND)


@game_page
def table(request: HttpRequest, game: Game) -> HttpResponse:
    """The table with cards; redirects to text if the viewer prefers that. `?hand=2`: an earlier hand; `?hint=1`: with
    a hint; `?choose=R6B6&pickup=R5`: with these cards chosen.
    """
    hand = _hand_seen(request)
    if hand is not None:
        return _put_away(request, game, hand, CARDS)
    if game.started_at is None:
        return whole_page(request, game, CARDS)
    view = requested_table(request, game, missed_from=0)
    if view.as_text:
        asked = request.GET.urlencode()
        return redirect(reverse("games:text_table", args=[game.public_id]) + (f"?{asked}" if asked else ""))
    return table_page(request, game, view, CARDS, _chosen(request))


@game_page
def text_table(request: HttpRequest, game: Game) -> HttpResponse:
    hand = _hand_seen(request)
    return whole_page(request, game, TEXT, _chosen(request)) if hand is None else _put_away(request, game, hand, TEXT)


def _hand_seen(request: HttpRequest) -> int | None:
    return whole_number(request.GET.get("seen", ""), MAX_HANDS)


def _chosen(request: HttpRequest) -> FormState:
    return FormState(frozenset(CODES.findall(request.GET.get("choose", ""))), request.GET.get("pickup", ""))


def _put_away(request: HttpRequest, game: Game, hand: int, look: Look) -> HttpResponse:
    """Record in this browser that the hand's result was closed in this game."""
    response = redirect(look.address, game.public_id)
    address = reverse("games:table", args=[game.public_id])
    response.set_cookie(
        SEEN_COOKIE, str(hand), max_age=YEAR_S, path=address, secure=request.is_secure(), samesite="Lax"
    )
    return response


@require_safe
@never_cache
def table_part(request: HttpRequest, public_id: str) -> HttpResponse:
    return _part(request, public_id, CARDS)


@require_safe
@never_cache
def text_part(request: HttpRequest, public_id: str) -> HttpResponse:
    return _part(request, public_id, TEXT)


def _part(request: HttpRequest, public_id: str, look: Look) -> HttpResponse:
    game = visible_game(public_id, user_or_none(request))
    if game.status == Game.Status.OPEN:
        # The page is older than the game's return to the waiting room: reload all.
        return HttpResponse(status=HTTPStatus.RESET_CONTENT)
    return live_part(request, game, look)


@post_required
def turn(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a turn. A refusal or a question keeps the choice of cards. A turn that came before gets its earlier
    answer.
    """
    form = TurnForm(request.POST)
    choice = FormState(frozenset(form.cards), form.pickup, play=form.play, note=form.note)
    if form.stops_questions:
        questions_stop(user=logged_in_user(request))
        if not wants_part(request):
            messages.success(request, str(QUESTIONS_STOPPED))
    if form.goes_back:
        return refused(request, public_id, choice, "", HTTPStatus.OK)
    if not form.is_pass and not form.cards:
        return refused(request, public_id, choice, choose_cards())
    asked = question_before_turn(request, public_id, form, text=form.text, version=form.version)
    if asked is not None:
        return refused(request, public_id, replace(choice, asked=asked), "")
    user = logged_in_user(request)
    try:
        move = noted_turn_play(
            public_id=public_id, user=user, version=form.version, text=form.text, note=form.note
        ).move
    except TurnRefused as refusal:
        before = turn_sent_before(public_id=public_id, user=user, version=form.version, text=form.text, refusal=refusal)
        if before is not None:
            return act_response(request, public_id, made_words(before))
        if refusal.reason == Refusal.PICKUP_NOT_ALLOWED:
            # Without script a radio button cannot be cleared: show it unchecked.
            choice = replace(choice, pickup="")
        return refused(request, public_id, choice, str(refusal.words), refusal.status)
    except Refused as refusal:
        return refused(request, public_id, choice, str(refusal.words), refusal.status)
    TURNS.add("page")
    return act_response(request, public_id, made_words(move))


@post_required
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    seat_resign(public_id=public_id, user=logged_in_user(request), version=version_seen(request))
    messages.success(request, gettext("You resigned") + ".")
    return redirect("games:table", public_id)


@post_required
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Request a rematch, or take a seat in the one that others requested."""
    game = game_rematch(public_id=public_id, user=logged_in_user(request))
    decline_without_script(request, game.public_id)
    return redirect("games:table", game.public_id)
