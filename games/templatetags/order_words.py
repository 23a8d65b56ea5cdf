"""Standing orders in words, for their owner alone."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext

from games.engine import parse_cards, value_of
from games.models import StandingOrders
from games.selectors.table import Orders

register = template.Library()


@register.filter
def pickup_choices(orders: Orders) -> list[tuple[str, str | Promise]]:
    """The orders for a pick-up, without colours that are out of this game's deck."""
    out = {*"BRPGKO"} - {*orders.colours}
    return [(value, label) for value, label in StandingOrders.Pickup.choices if value not in out]


@register.filter
def pickup_words(orders: Orders) -> str:
    """Which card is taken: "Pick up the highest number"."""
    label = StandingOrders.Pickup(orders.standing.pickup).label
    return gettext("Pick up {which}").format(which=label)


@register.filter
def armed_words(orders: Orders) -> str:
    """The armed turn without its cards drawn: "Play 77 if 5 still lies there, and pick up R5"."""
    facts = {"value": _value(orders.armed), "table": _value(orders.armed_over), "card": orders.armed_pickup}
    if orders.armed_pickup:
        return gettext("Play {value} if {table} still lies there, and pick up {card}").format(**facts)
    return gettext("Play {value} if {table} still lies there, and be out").format(**facts)


@register.filter
def orders_said(orders: Orders) -> str:
    """All that stands, as a sentence for those who listen."""
    standing = orders.standing
    lines = []
    if standing.armed_turn:
        lines.append(armed_words(orders))
    if standing.go_out:
        lines.append(gettext("Go out when I can"))
    if standing.passes:
        lines.append(gettext("Pass for the rest of this round"))
    if standing.pass_if_stuck:
        lines.append(gettext("Pass when I cannot beat the table"))
    if standing.pickup:
        lines.append(pickup_words(orders))
    if not lines:
        return gettext("No standing orders.")
    return gettext("Your standing orders: {orders}.").format(orders=get_text_list(lines, gettext("and")))


def _value(codes: tuple[str, ...]) -> int:
    return value_of(parse_cards("".join(codes)))
