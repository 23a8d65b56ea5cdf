"""Moderators' acts, take-backs, and openings of hidden cards."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.staff.reason_pages import ReasonPages
from games.admin.pages import GAME, GamePages, account
from games.models import Intervention, Peek, TakeBack


@admin.register(Intervention)
class InterventionAdmin(ReasonPages, GamePages):
    fields = ("game", "kind", "by", "in_seat", "hand_number", "after_turn", "version", "reason", "created_at")
    list_display = ("in_game", "kind", "by", "in_seat", "reason", "created_at")
    list_filter = ("kind",)
    read_columns = ("seat",)
    related_columns = (*GAME, *account("by"))
    person_fields = ("by",)


@admin.register(TakeBack)
class TakeBackAdmin(GamePages):
    fields = ("hand", "kept", "last", "actor", "version", "created_at")
    list_display = ("in_game", "hand_number", "kept", "last", "actor", "version", "created_at")
    related_columns = ("hand__number", "hand__game__public_id", "hand__game__name", *account("actor"))
    person_fields = ("actor",)
    game_field = "hand__game"

    @admin.display(description=_("Game"))
    def in_game(self, row: TakeBack) -> str:
        return row.hand.game.public_id

    @admin.display(description=_("Hand"))
    def hand_number(self, row: TakeBack) -> int:
        return row.hand.number


@admin.register(Peek)
class PeekAdmin(ReasonPages, GamePages):
    """Views of hidden cards by staff. The cards seen are stored nowhere."""

    fields = ("game", "by", "hand_number", "after_turn", "reason", "created_at")
    list_display = ("in_game", "by", "hand_number", "after_turn", "reason", "created_at")
    related_columns = (*GAME, *account("by"))
    person_fields = ("by",)
