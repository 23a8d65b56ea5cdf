"""Hands and turns: what lies open on the table, and nothing of the deal before it is over."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.pages import GAME, GamePages, account
from games.models import Hand, Move


@admin.register(Hand)
class HandAdmin(GamePages):
    """Never the deck or the cached state, not even of a hand that is over: games have a record for that."""

    fields = ("game", "number", "leader", "turns_count", "points", "voided", "started_at", "ended_at", "shown_seed")
    list_display = ("in_game", "number", "leader", "turns_count", "points", "voided", "started_at", "ended_at")
    list_filter = ("voided", ("ended_at", admin.EmptyFieldListFilter))
    related_columns = GAME
    search_help_text = _("The id of a game. Lists go back 10,000 rows; a search finds older ones too.")

    @admin.display(description=_("seed"))
    def shown_seed(self, hand: Hand) -> str:
        return hand.seed if hand.ended_at is not None else ""


@admin.register(Move)
class MoveAdmin(GamePages):
    fields = ("hand", "number", "seat", "turn", "by", "actor", "version", "created_at")
    list_display = ("in_game", "hand_number", "number", "seat", "turn", "by", "actor", "version", "created_at")
    list_filter = ("by",)
    related_columns = ("hand__number", "hand__game__public_id", "hand__game__name", *account("actor"))
    person_fields = ("actor",)
    game_field = "hand__game"

    @admin.display(description=_("game"))
    def in_game(self, move: Move) -> str:
        return move.hand.game.public_id

    @admin.display(description=_("hand"))
    def hand_number(self, move: Move) -> int:
        return move.hand.number
