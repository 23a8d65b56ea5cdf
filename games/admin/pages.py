"""What the pages on rows of a game share: the game's id in lists and in the search, and acts on them."""

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

# What lists and titles say of a game, and of the accounts that a field names.
GAME = ("game__public_id", "game__name")


def account(field: str) -> tuple[str, str]:
    """The columns from which an account's name comes."""
    return (f"{field}__handle", f"{field}__erased_at")


def sees(user: User, model: type[Model]) -> bool:
    """Whether the person may look at the rows of a model."""
    meta = model._meta
    return user.has_perm(f"{meta.app_label}.view_{meta.model_name}")


def list_address(user: User, model: type[Model], query: str = "") -> str:
    """The address of a model's list for who may see it, else nothing."""
    if not (sees(user, model) and admin.site.is_registered(model)):
        return ""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{query}" if query else address


def seat_place(number: int | None) -> int | None:
    """A seat's number as people count seats: from 1, where rows and records count from 0. None for no seat."""
    return None if number is None else number + 1


class GamePages(StaffPages):
    """Rows that belong to a game by `game_field`."""

    game_field = "game"
    search_help_text = _(
        "A whole handle, or the id of a game. Lists go back 10,000 rows; a search finds older ones too."
    )

    @admin.display(description=_("game"))
    def in_game(self, row: Any) -> str:
        game: Game | None = row.game
        return game.public_id if game is not None else ""

    @admin.display(description=_("seat"))
    def in_seat(self, row: Any) -> int | None:
        return seat_place(row.seat)

    def found(self, term: str) -> Q:
        games = list(Game.objects.filter(public_id=term).values_list("pk", flat=True))
        return super().found(term) | Q(**{f"{self.game_field}__in": games})


class UnconcernedPages(StaffPages):
    """Rows of which each of the staff reads those alone that do not concern themselves; others are not there."""

    def unconcerned(self, reader: User) -> QuerySet[Any]:
        """The rows that the reader may look at."""
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request) & self.unconcerned(cast(User, request.user))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if self.has_view_permission(request) and self.get_object(request, object_id) is None:
            raise Http404
        return super().change_view(request, object_id, form_url, extra_context)


class GameActPages(ActionPages, GamePages):
    """Such rows with acts, whose refusals are those of the games' services."""

    def refusal_words(self, refused: Exception) -> str | None:
        return str(refused.words) if isinstance(refused, GameError) else super().refusal_words(refused)
