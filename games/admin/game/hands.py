"""Hands and turns, nothing that is hidden while the hand runs."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.pages import GAME, GamePages, account, seat_place
from games.events import public_by
from games.models import Hand, Move


@admin.register(Hand)
class HandAdmin(GamePages):
    """Hands, without the deck and the cached state: ended games have a record."""

    fields = ("game", "number", "led_by", "turns_count", "points", "voided", "started_at", "ended_at", "shown_seed")
    list_display = ("in_game", "number", "led_by", "turns_count", "points", "voided", "started_at", "ended_at")
    list_filter = ("voided", ("ended_at", admin.EmptyFieldListFilter))
    read_columns = ("leader",)
    related_columns = GAME
    search_help_text = _("Game ID")

    @admin.display(description=_("leader"))
    def led_by(self, hand: Hand) -> int | None:
        return seat_place(hand.leader)

    @admin.display(description=_("seed"))
    def shown_seed(self, hand: Hand) -> str:
        return hand.seed if hand.ended_at is not None else ""


class ByFilter(admin.SimpleListFilter):
    """A filter by who acted, as everybody may know while the game runs: planned turns count as players' turns. After
    the game the list distinguishes them; a filter would join millions of turns with their games.
    """

    title = pgettext_lazy("who did it", "By")
    parameter_name = "by"
    players = (Move.By.PLAYER, Move.By.AUTO)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        others = [(by.value, by.label) for by in Move.By if by not in self.players]
        return [("player", _("player or planned turn")), *others]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Move]) -> QuerySet[Move]:
        asked = self.value()
        if asked not in {code for code, _words in self.lookup_choices}:
            return queryset
        return queryset.filter(by__in=self.players) if asked == Move.By.PLAYER else queryset.filter(by=asked)


@admin.register(Move)
class MoveAdmin(GamePages):
    """Turns. Of a running game it shows only what spectators see."""

    fields = ("hand", "number", "in_seat", "turn", "shown_by", "actor", "version", "created_at")
    list_display = ("in_game", "hand_number", "number", "in_seat", "turn", "shown_by", "actor", "version", "created_at")
    list_filter = (ByFilter,)
    read_columns = ("by", "seat")
    related_columns = (
        *("hand__number", "hand__game__public_id", "hand__game__name", "hand__game__ended_at"),
        *account("actor"),
    )
    person_fields = ("actor",)
    game_field = "hand__game"

    @admin.display(description=pgettext_lazy("who did it", "By"))
    def shown_by(self, move: Move) -> str:
        return str(Move.By(public_by(move.hand.game, move.by)).label)

    @admin.display(description=_("Game"))
    def in_game(self, move: Move) -> str:
        return move.hand.game.public_id

    @admin.display(description=_("Hand"))
    def hand_number(self, move: Move) -> int:
        return move.hand.number
