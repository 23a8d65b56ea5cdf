"""Template filters of standing tables."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext, ngettext

from games.lobby.words import rules_words, winner_words
from games.models import Game, StandingTable
from games.standing.selectors import TableRow

register = template.Library()


@register.filter
def table_options(table: StandingTable) -> str:
    """Words like "up to 6 players, to 15 points, with the goat"."""
    players = ngettext("up to %(seats)s player", "up to %(seats)s players", table.seats_count)
    return f"{players % {'seats': table.seats_count}}, {rules_words(table)}"


@register.filter
def invites_to_table(table: StandingTable) -> str:
    return gettext("%(name)s invites you to a standing table") % {"name": table.owner.name}


@register.filter
def winners(game: Game) -> str:
    """The winner by name. The seats are prefetched."""
    return winner_words(game)


@register.filter
def share_field(game: Game) -> str:
    """The id of the field with the link to the game."""
    return f"share-{game.public_id}"


@register.filter
def table_tags(row: TableRow) -> list[tuple[str, bool]]:
    """Tags of the table in a list: whether the person sits out, and whether a game is running."""
    tags = [(gettext("Sits out for now"), False)] if row.asks else []
    return [*tags, (gettext("Game running"), True)] if row.running else tags
