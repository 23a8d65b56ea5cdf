"""Planned turns on a game's page, shown to their owner only."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from accounts.metrics.counted import TURNS
from games.errors import Refused
from games.play.errors import OrderReason, TurnRefused
from games.play.standing_orders import Order, OrderKind, orders_cancel, orders_set, planned_set_raise
from games.table.forms import TurnForm
from games.table.views.response import NOTHING, FormState, act_response, made_words, question_before_turn, refused
from games.web.card_words import choose_cards
from games.web.numbers import whole_number
from games.web.posting import post_required
from games.web.viewer import logged_in_user


@post_required
def orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set the order named by `order`; cards as in a turn, and `prefer` to pick up."""
    turn = TurnForm(request.POST)
    choice = FormState(frozenset(turn.cards), turn.pickup)
    try:
        order = _order(request, turn)
        if order.kind == OrderKind.PICKUP and not order.pickup:
            return cancel(request, public_id=public_id)
        if order.kind == OrderKind.SET and not turn.cards:
            return refused(request, public_id, choice, choose_cards())
        if order.kind == OrderKind.ROUND:
            # On the person's own turn this passes immediately.
            asked = question_before_turn(request, public_id, turn, text="pass", version=None)
            if asked is not None:
                return refused(request, public_id, replace(choice, asked=asked), "")
        made = orders_set(public_id=public_id, user=logged_in_user(request), order=order)
    except (Refused, TurnRefused) as error:
        return refused(request, public_id, choice, str(error.words), error.status)
    if made is None:
        return act_response(request, public_id, gettext("Planned. Only you can see it."))
    TURNS.add("page")
    return act_response(request, public_id, made_words(made.move))


@post_required
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        cards = request.POST.get("set", "")
        orders_cancel(public_id=public_id, user=logged_in_user(request), kind=_kind(request), cards=cards)
    except (Refused, TurnRefused) as error:
        return refused(request, public_id, NOTHING, str(error.words), error.status)
    return act_response(request, public_id, gettext("Planned turn cancelled."))


@post_required
def up(request: HttpRequest, public_id: str) -> HttpResponse:
    """Move the planned set `set` up."""
    try:
        planned_set_raise(public_id=public_id, user=logged_in_user(request), cards=request.POST.get("set", ""))
    except (Refused, TurnRefused) as error:
        return refused(request, public_id, NOTHING, str(error.words), error.status)
    return act_response(request, public_id, gettext("Order changed."))


def _kind(request: HttpRequest) -> OrderKind:
    try:
        return OrderKind(request.POST.get("order", ""))
    except ValueError as unknown:
        raise Refused(OrderReason.BAD_ORDER) from unknown


def _order(request: HttpRequest, turn: TurnForm) -> Order:
    return Order(
        kind=_kind(request),
        hand=whole_number(request.POST.get("hand", "")) or 0,
        round=whole_number(request.POST.get("round", "")) or 0,
        pickup=request.POST.get("prefer", ""),
        cards="".join(turn.cards),
    )
