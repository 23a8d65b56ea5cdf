"""Words of a game's figures."""

from collections.abc import Sequence

from django import template

from games.history.game_figures import SeatRow
from games.web.sentences import in_a_row

register = template.Library()


@register.filter
def names_words(rows: Sequence[SeatRow]) -> str:
    return in_a_row([row.name for row in rows])
