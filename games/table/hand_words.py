"""Words around the viewer's cards: what a turn needs, and questions before it."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import parse_cards, set_value
from games.play.questions import Question
from games.table import TableView
from games.table.words import over_words
from games.web.card_words import short_card, spoken_cards

register = template.Library()

# Questions before a turn; also used by the page's script.
QUESTIONS: Final[dict[str, str | Promise]] = {
    "pass": _("Do you want to pass?"),
    "play": _("Do you want to play {cards}, worth {value}?"),
    "pickup": _("Do you want to play {cards}, worth {value}, and pick up {card}?"),
    "out": _("Do you want to play {cards}? Then you are out."),
}


@register.filter
def question_words(question: Question) -> str:
    cards = spoken_cards(question.cards)
    if question.about == "out":
        words = gettext("You could lay all your cards now and be out. Pass all the same?")
        if question.cards:
            words = gettext("You could lay all your cards now and be out. Play only {cards} all the same?")
        return words.format(cards=cards)
    name = "pass" if not cards else "out" if question.goes_out else "pickup" if question.pickup else "play"
    pickup = short_card(question.pickup) if question.pickup else ""
    return str(QUESTIONS[name]).format(cards=cards, value=question.value, card=pickup)


@register.filter
def need_words(table: TableView) -> str:
    """What beats the table, or what follows if no player beats the viewer's own set."""
    if table.table is None:
        if table.my_turn and table.choices is not None and len(table.choices.cards) > 1 and table.choices.all_at_once:
            return gettext("Lead with 1 card, or with all {count} at once").format(count=len(table.choices.cards))
        return gettext("A lead: 1 card, of any value")
    if table.table.owner.is_me and not table.my_turn:
        if len(table.around) == 1:
            return gettext("If {name} passes, you lead").format(name=table.around[0].player.name)
        return gettext("If everybody passes, you lead")
    return over_words(table.table)


@register.filter
def play_value(play: str) -> int:
    return set_value(parse_cards(play))


@register.filter
def card_codes(play: str) -> tuple[str, ...]:
    return tuple(map(str, parse_cards(play)))
