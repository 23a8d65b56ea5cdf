"""What the pages on rows of a game share: the game's id in lists and in the search."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.staff_pages import StaffPages
from games.models import Game

# What lists and titles say of a game, and of the accounts that a field names.
GAME = ("game__public_id", "game__name")


def account(field: str) -> tuple[str, str]:
    """The columns from which an account's name comes."""
    return (f"{field}__handle", f"{field}__erased_at")


class GamePages(StaffPages):
    """Rows that belong to a game by `game_field`."""

    game_field = "game"
    search_help_text = _(
        "A whole handle, or the id of a game. Lists go back 10,000 rows; a search finds older ones too."
    )

    @admin.display(description=_("game"))
    def in_game(self, row: Any) -> str:
        game: Game = row.game
        return game.public_id

    def found(self, term: str) -> Q:
        games = list(Game.objects.filter(public_id=term).values_list("pk", flat=True))
        return super().found(term) | Q(**{f"{self.game_field}__in": games})
