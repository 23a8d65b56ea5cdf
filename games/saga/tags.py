"""`{% saga %}` and `{% sagas %}`: finished games in four lines each."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.models import Game
from games.saga import selectors

register = template.Library()


@register.simple_tag
def saga(public_id: str) -> selectors.Saga | None:
    """The saga of a game that the reader may see. Two queries, six more at first."""
    game = Game.objects.filter(public_id=public_id).first()
    return None if game is None else selectors.saga(game)


@register.simple_tag
def sagas(games: Sequence[Game]) -> list[tuple[Game, selectors.Saga | None]]:
    """The games with their sagas, as in `selectors.sagas`."""
    told = selectors.sagas(games)
    return [(game, told.get(game.pk)) for game in games]


@register.simple_tag
def saga_with_names(game: Game, names: Sequence[str]) -> selectors.Saga | None:
    """The saga of a game with these names by seat."""
    return selectors.saga(game, names)
