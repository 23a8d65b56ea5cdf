"""Words around the viewer's cards: the requirements of a turn, and questions before it."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine import parse_cards, set_value
from games.play.questions import TurnQuestion
from games.table import TableView
from games.table.words import lead_words, may_play
from games.web.card_words import short_card, spoken_cards

register = template.Library()

# Questions before a turn; also used by the page's script.
QUESTIONS: Final[dict[str, str | Promise]] = {
    "pass": pgettext_lazy("question", "Pass?"),
    "play": _("Play {cards}, worth {value}?"),
    "pickup": _("Play {cards}, worth {value}, and pick up {card}?"),
    "out": _("Play {cards} and go out?"),
}
QUESTIONS_STOPPED: Final = _("We won’t ask again. You can change this in your settings.")


@register.filter
def question_words(question: TurnQuestion) -> str:
    cards = spoken_cards(question.cards)
    if question.about == "out":
        words = gettext("You could play all your cards and go out. Pass anyway?")
        if question.cards:
            words = gettext("You could play all your cards and go out. Play only {cards}?")
        return words.format(cards=cards)
    name = "pass" if not cards else "out" if question.goes_out else "pickup" if question.pickup else "play"
    pickup = short_card(question.pickup) if question.pickup else ""
    return str(QUESTIONS[name]).format(cards=cards, value=question.value, card=pickup)


@register.filter
def need_words(table: TableView) -> str:
    """A sentence about the sets that beat the table, or about what follows if no player beats the viewer's own set."""
    if table.table is None:
        return lead_words(table)
    if table.table.owner.is_me and not table.my_turn:
        if len(table.around) == 1:
            return gettext("If {name} passes, you lead").format(name=table.around[0].player.name)
        return gettext("If everyone passes, you lead")
    return may_play(table)


@register.filter
def play_value(play: str) -> int:
    return set_value(parse_cards(play))


@register.filter
def card_codes(play: str) -> tuple[str, ...]:
    return tuple(map(str, parse_cards(play)))
