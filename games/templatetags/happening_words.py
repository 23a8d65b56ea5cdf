"""What happened in a game, a sentence for each line of a mail, in the words of the table's log."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from games.emails.happenings import Happening
from games.engine import value_of
from games.models import Move
from games.templatetags.card_words import short_card, spoken_cards
from games.templatetags.log_words import BY, DID, I_DID, TIME_RAN_OUT

register = template.Library()


@register.filter
def happening_words(line: Happening) -> str:
    """A line that is no act of a moderator's: "Bjarke played 54 (red 5 and 4), took green 3"."""
    return _hand_words(line) if line.kind == "hand" else _turn_words(line)


def _turn_words(line: Happening) -> str:
    if line.seat is None:
        raise ValueError(f"whose {line.kind}?")
    did = TIME_RAN_OUT if line.by == Move.By.TIMEOUT else I_DID if line.seat.is_reader else DID
    name = gettext("You") if line.seat.is_reader else line.seat.name
    said = str(did[line.kind]).format(name=name, value=value_of(line.cards) if line.cards else "")
    if line.cards:
        said = f"{said} ({spoken_cards(line.cards)})"
    if line.took:
        said = gettext("{line}, took {card}").format(line=said, card=short_card(line.took))
    return f"{said} ({BY[line.by]})" if line.by in BY else said


def _hand_words(line: Happening) -> str:
    if not line.points:
        return gettext("Hand {number} was not finished").format(number=line.hand)
    points = gettext(", ").join(f"{seat.name} {points}" for seat, points in line.points)
    return gettext("Hand {number} is over: {points}").format(number=line.hand, points=points)
