"""Planned turns in words, for their owner."""

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
from games.web.sentences import in_a_row, labelled

register = template.Library()


@register.filter
def pickup_choices(orders: Orders) -> list[tuple[str, str | Promise]]:
    out = {*COLOURS} - {*orders.colours}
    return [(value, label) for value, label in StandingOrders.Pickup.choices if value not in out]


@register.filter
def pickup_words(orders: Orders) -> str:
    return labelled(gettext("Pick up"), str(StandingOrders.Pickup(orders.standing.pickup).label))


@register.filter
def armed_words(orders: Orders) -> str:
    words = gettext("Play {cards} over {table}")
    words = words.format(cards=_value(orders.armed), table=_value(orders.armed_over))
    if not orders.armed_pickup:
        return words
    return gettext("{play}, pick up {card}").format(play=words, card=short_card(orders.armed_pickup))


@register.filter
def armed_drawn(orders: Orders) -> SafeString:
    """The armed turn with drawn cards; screen readers get `armed_words`."""
    words = gettext("Play {cards} over {table}")
    words = format_html(words, cards=_drawn(orders.armed), table=_drawn(orders.armed_over))
    if not orders.armed_pickup:
        return words
    return format_html(gettext("{play}, pick up {card}"), play=words, card=_drawn((orders.armed_pickup,)))


@register.filter
def orders_text(orders: Orders) -> str:
    standing = orders.standing
    lines = []
    if standing.armed_turn:
        lines.append(armed_words(orders))
    if standing.go_out:
        lines.append(gettext("Go out when I can"))
    if standing.passes:
        lines.append(gettext("Pass this round"))
    if standing.pass_if_stuck:
        lines.append(gettext("Pass if I have to"))
    if standing.pickup:
        lines.append(pickup_words(orders))
    if not lines:
        return gettext("No planned turns.")
    return labelled(gettext("Planned turns"), in_a_row(lines)) + "."


def _drawn(codes: tuple[str, ...]) -> SafeString:
    cards = format_html_join("", "{}", ((card(code, "s", decorative=True),) for code in codes))
    return format_html('<span class="cards-inline">{}</span>', cards)


def _value(codes: tuple[str, ...]) -> int:
    return set_value(parse_cards("".join(codes)))
