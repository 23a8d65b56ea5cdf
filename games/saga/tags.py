"""`{% saga %}`: a finished game in four lines."""

from __future__ import annotations

from django import template

from games.models import Game
from games.saga import selectors

register = template.Library()


@register.simple_tag
def saga(public_id: str) -> selectors.Saga | None:
    """The saga of a game that the reader may see. Two queries, six more at first."""
    game = Game.objects.filter(public_id=public_id).first()
    return None if game is None else selectors.saga(game)
