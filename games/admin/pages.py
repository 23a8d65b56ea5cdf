"""Base classes of pages on rows of a game."""

from collections.abc import Iterator
from typing import Any, cast

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff.staff_actions import ActionPages
from accounts.staff.staff_pages import StaffPages
from games.errors import GameError
from games.models import Game

# Columns for the names of a game and of accounts.
GAME = ("game__public_id", "game__name")


def account(field: str) -> tuple[str, str]:
    return (f"{field}__handle", f"{field}__erased_at")


def sees(user: User, model: type[Model]) -> bool:
    meta = model._meta
    return user.has_perm(f"{meta.app_label}.view_{meta.model_name}")


def list_address(user: User, model: type[Model], query: str = "") -> str:
    """The address of a model's list, "" if the person may not see it."""
    if not (sees(user, model) and admin.site.is_registered(model)):
        return ""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{query}" if query else address


def seat_place(number: int | None) -> int | None:
    """A seat's number from 1, as people count."""
    return None if number is None else number + 1


class ToDoFilter(admin.SimpleListFilter):
    """A filter whose first choice is what staff still have to do."""

    title = _("Status")
    parameter_name = "state"

    def choices(self, changelist: Any) -> Iterator[Any]:
        for number, choice in enumerate(super().choices(changelist)):
            yield {**choice, "display": _("To do")} if number == 0 else choice


class GamePages(StaffPages):
    game_field = "game"
    search_help_text = _("Full username or game ID")

    @admin.display(description=_("Game"))
    def in_game(self, row: Any) -> str:
        game: Game | None = row.game
        return game.public_id if game is not None else ""

    @admin.display(description=_("Seat"))
    def in_seat(self, row: Any) -> int | None:
        return seat_place(row.seat)

    def search_condition(self, term: str) -> Q:
        games = list(Game.objects.filter(public_id=term).values_list("pk", flat=True))
        return super().search_condition(term) | Q(**{f"{self.game_field}__in": games})


class ImpartialPages(StaffPages):
    """Pages whose rows that concern the reader do not exist for them."""

    def rows_for(self, reader: User) -> QuerySet[Any]:
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request) & self.rows_for(cast(User, request.user))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if self.has_view_permission(request) and self.get_object(request, object_id) is None:
            raise Http404
        return super().change_view(request, object_id, form_url, extra_context)


class RefusableActPages(ActionPages):
    """Pages whose acts are services of games."""

    def refusal_words(self, refused: Exception) -> str | None:
        return str(refused.words) if isinstance(refused, GameError) else super().refusal_words(refused)


class GameActPages(RefusableActPages, GamePages):
    """Pages on rows of a game with acts."""
