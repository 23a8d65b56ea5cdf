"""Standing orders in words, for their owner."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine import COLOURS, parse_cards, set_value
from games.models import StandingOrders
from games.table import Orders
from games.web.card_art import card
from games.web.card_words import short_card
from games.web.sentences import in_a_row

register = template.Library()


@register.filter
def pickup_choices(orders: Orders) -> list[tuple[str, str | Promise]]:
    out = {*COLOURS} - {*orders.colours}
    return [(value, label) for value, label in StandingOrders.Pickup.choices if value not in out]


@register.filter
def pickup_words(orders: Orders) -> str:
    label = StandingOrders.Pickup(orders.standing.pickup).label
    return gettext("Pick up {which}").format(which=label)


@register.filter
def armed_words(orders: Orders) -> str:
    facts = {"value": _value(orders.armed), "table": _value(orders.armed_over)}
    if not orders.armed_pickup:
        return gettext("Play {value} if {table} still lies there, and be out").format(**facts)
    words = gettext("Play {value} if {table} still lies there, and pick up {card}")
    return words.format(**facts, card=short_card(orders.armed_pickup))


@register.filter
def armed_drawn(orders: Orders) -> SafeString:
    """Screen readers get `armed_words`."""
    cards = {"cards": _drawn(orders.armed), "table": _drawn(orders.armed_over)}
    if not orders.armed_pickup:
        return format_html(gettext("Play {cards} over {table}"), **cards)
    words = gettext("Play {cards} over {table} and pick up {card}")
    return format_html(words, **cards, card=_drawn((orders.armed_pickup,)))


@register.filter
def orders_text(orders: Orders) -> str:
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
    return gettext("Your standing orders: {orders}.").format(orders=in_a_row(lines))


def _drawn(codes: tuple[str, ...]) -> SafeString:
    cards = format_html_join("", "{}", ((card(code, "s", decorative=True),) for code in codes))
    return format_html('<span class="cards-inline">{}</span>', cards)


def _value(codes: tuple[str, ...]) -> int:
    return set_value(parse_cards("".join(codes)))
