"""Words about the games that a bot from outside takes."""

from __future__ import annotations

from django import template
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.models import Game, OutsideBot
from games.models.preferences import all_paces, all_seats, all_targets
from games.web.score_words import target_words
from games.web.sentences import labelled

register = template.Library()


@register.filter
def taken_words(bot: OutsideBot) -> list[str]:
    """The limits of the games that the bot takes: lines like "Seats: 2, 3". One line if it takes all."""
    lines = []
    if set(bot.seats) != set(all_seats()):
        lines.append(labelled(gettext("Seats"), ", ".join(map(str, bot.seats))))
    if set(bot.targets) != set(all_targets()):
        lines.append(labelled(gettext("Target"), ", ".join(map(target_words, bot.targets))))
    if set(bot.paces) != set(all_paces()):
        lines.append(labelled(gettext("Pace"), ", ".join(str(Game.Pace(pace).label) for pace in bot.paces)))
    if not bot.goat:
        lines.append(gettext("Never with the goat"))
    return lines or [gettext("Takes all kinds of games")]


@register.filter
def author_words(bot: OutsideBot) -> str:
    return labelled(capfirst(gettext("Author")), bot.author)
