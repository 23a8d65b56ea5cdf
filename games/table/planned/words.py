"""Planned turns in words, for their owner."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.bots import strongest_estimator
from games.engine import COLOURS, parse_cards, set_value
from games.models import StandingOrders
from games.play.orders.planned_set import BOT, RULES
from games.table.planned.view import Orders, PlannedNow, PlannedPlay
from games.web.card_art import card
from games.web.card_words import short_card
from games.web.sentences import in_a_row, labelled, listed

register = template.Library()


@register.filter
def pickup_choices(orders: Orders) -> list[tuple[str, str | Promise]]:
    out = {*COLOURS} - {*orders.colours}
    return [(value, label) for value, label in StandingOrders.Pickup.choices if value not in out]


@register.filter
def rule_choices(orders: Orders) -> list[tuple[str, str]]:
    """The rules for the card that a planned set picks up, with their words."""
    out = {*COLOURS} - {*orders.colours}
    return [(rule, rule_words(rule)) for rule in RULES if rule not in out]


def rule_words(rule: str) -> str:
    if rule == BOT:
        return gettext("the best for me")
    if rule.isdigit():
        return gettext("{number} first").format(number=rule)
    return str(StandingOrders.Pickup(rule).label)


@register.filter
def pickup_words(orders: Orders) -> str:
    return labelled(gettext("Pick up"), str(StandingOrders.Pickup(orders.standing.pickup).label))


@register.filter
def set_words(planned: PlannedPlay) -> str:
    """Like "77, Pick up: the highest number"."""
    return listed([str(_value(planned.cards)), set_rule(planned)])


@register.filter
def set_rule(planned: PlannedPlay) -> str:
    words = rule_words(planned.rule)
    if planned.rule == BOT:
        words = f"{words} ({strongest_estimator()[0].label})"
    return labelled(gettext("Pick up"), words)


@register.filter
def set_drawn(planned: PlannedPlay) -> SafeString:
    """The set with drawn cards, for which screen readers get `set_words`."""
    return _drawn(planned.cards)


@register.filter
def plan_words(orders: Orders) -> str:
    """The planned sets in order, like "77, else 9, else pass"."""
    plan = str(_value(orders.sets[0].cards))
    for planned in orders.sets[1:]:
        plan = gettext("{plan}, else {cards}").format(plan=plan, cards=_value(planned.cards))
    words = gettext("{plan}, else pass") if orders.standing.else_pass else gettext("{plan}, else you choose")
    return words.format(plan=plan)


@register.filter
def now_words(now: PlannedNow) -> str:
    """A sentence about the turn that the plans would take now."""
    facts: dict[str, object] = {"table": _value(now.table), "value": _value(now.cards)}
    if now.cards and now.goes_out:
        words = gettext("Right now, {value} would beat {table}, and you’d go out.")
    elif now.cards and now.pickup:
        facts["card"] = short_card(now.pickup)
        words = gettext("Right now, {value} would beat {table}, and you’d pick up {card}.")
    elif now.cards:
        words = gettext("Right now, {value} would beat {table}.")
    else:
        words = gettext("Right now, nothing planned would beat {table}.")
    return words.format(**facts)


@register.filter
def orders_text(orders: Orders) -> str:
    standing = orders.standing
    lines = []
    if orders.sets:
        lines.append(plan_words(orders))
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
