"""Games, seats, invitations, the queue, events, bots and standing tables."""

import re
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext_lazy as _

from accounts.staff.staff_pages import StaffPages, people_called, with_part
from games.admin.game.acts import GAME_ACTS
from games.admin.game.page import game_page_context
from games.admin.pages import GAME, GameActPages, GamePages, account, seat_place
from games.models import (
    BotAccount,
    Deadline,
    Game,
    GameEvent,
    Invitation,
    League,
    LeagueMember,
    QueueEntry,
    Seat,
    StandingMember,
    StandingTable,
)
from games.moderation.dashboard import AGES, STATES, game_at, games_in

# A search for a player covers this many of their seats.
SEATS = 1000
# A game's id in the address of its page.
ADDRESS = re.compile(r"/g/([A-Za-z0-9]{1,64})(?![A-Za-z0-9])")


class AgeFilter(admin.SimpleListFilter):
    """Filters by age through the key, by which games are listed."""

    title = _("age")
    parameter_name = "age"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(code, words) for code, (words, _age, _younger) in AGES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        asked = self.value()
        if asked not in AGES:
            return queryset
        _words, age, younger = AGES[asked]
        first = game_at(timezone.now() - age)
        if first is None:
            return queryset.none() if younger else queryset
        return queryset.filter(pk__gte=first) if younger else queryset.filter(pk__lt=first)


class GameProblemFilter(admin.SimpleListFilter):
    """Games that need attention, as on the dashboard."""

    title = _("problem")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(STATES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        asked = self.value()
        return queryset.filter(pk__in=games_in(asked)) if asked in STATES else queryset


class BotFilter(admin.SimpleListFilter):
    """A filter by the clock, whose index finds the few games of which it is true."""

    title = _("waiting for a bot")
    parameter_name = "bot_acts"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", _("Yes")), ("0", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        asked = self.value()
        if asked == "1":
            return queryset.filter(pk__in=Deadline.objects.filter(bot_since__isnull=False).values("pk"))
        return queryset.filter(bot_acts=False) if asked == "0" else queryset


@admin.register(Game)
class GameAdmin(GameActPages):
    staff_actions = GAME_ACTS
    change_form_template = "admin/games/game/change_form.html"
    fields = (
        "public_id", "name", "host", "visibility", "seats_count", "target", "goat", "two_player_deck", "next_leader",
        "pace", "timeout_action", "weekends_off", "min_reliability", "rated", "counts_for_rating", "from_queue",
        "rematch_of", "anchor", "fingerprint", "removed", "led_first",
        "created_at", "full_at", "contributions_due_at", "started_at", "ended_at", "status", "ending", "version",
        "seat_to_act", "waiting_since", "due_at", "sprint_ends_at", "ends_by",
        "pause_ends_at", "held_at", "chat_locked_at", "bot_acts",
        "changed_at",
    )  # fmt: skip
    list_display = (
        "title", "public_id", "host", "status", "ending", "visibility", "seats_count", "pace", "seat_to_act",
        "waiting_since", "due_at", "created_at",
    )  # fmt: skip
    list_filter = ("status", "pace", AgeFilter, GameProblemFilter, "visibility", "ending", "from_queue", BotFilter)
    read_columns = ("first_leader", "to_act")
    related_columns = (*account("host"), "rematch_of__public_id", "rematch_of__name", "deadline__due_at")
    person_fields = ("host",)
    game_field = "pk"
    search_help_text = _("Full username, part of a name, game ID or game address")

    def subject(self, row: Game) -> dict[str, Any]:
        return {"public_id": row.public_id}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        game = self.get_object(request, object_id)
        case = game_page_context(request, game) if game is not None else {}
        return super().change_view(request, object_id, form_url, {**case, **(extra_context or {})})

    def search_condition(self, term: str) -> Q:
        """Search by host or players (their newest SEATS), a part of a given name, id, or a pasted address."""
        people = list(people_called(term).values_list("pk", flat=True))
        seats = Seat.objects.filter(user__in=people).order_by("-pk").values_list("game", flat=True)[:SEATS]
        pasted = ADDRESS.search(term)
        games = Game.objects.filter(public_id=pasted[1] if pasted is not None else term)
        named = with_part(Game.objects.all(), "name", term)
        return Q(host__in=people) | Q(pk__in=[*seats, *games.values_list("pk", flat=True), *named])

    @admin.display(description=_("Game"))
    def title(self, game: Game) -> str:
        return game.title

    @admin.display(description=_("First leader"))
    def led_first(self, game: Game) -> int | None:
        return seat_place(game.first_leader)

    @admin.display(description=_("to act"))
    def seat_to_act(self, game: Game) -> int | None:
        return seat_place(game.to_act)

    @admin.display(description=_("time is up"))
    def due_at(self, game: Game) -> str:
        deadline: Deadline | None = getattr(game, "deadline", None)
        return moment(deadline.due_at if deadline is not None else None)


def moment(at: datetime | None) -> str:
    return "" if at is None else localize(timezone.localtime(at))


@admin.register(Seat)
class SeatAdmin(GamePages):
    """Seats. The last visit is shown only after the game: together with the turns it would reveal planned turns."""

    fields = (
        "game", "in_seat", "kind", "user", "held_by", "joined_at", "contribution_hex", "answered_at", "resigned_at",
        "last_look", "last_turn", "times_out", "absence_spent", "away_until", "pause_wanted_at", "points", "is_winner",
    )  # fmt: skip
    list_display = ("in_game", "in_seat", "kind", "user", "held_by", "points", "is_winner", "last_turn", "resigned_at")
    list_filter = ("kind", "is_winner", ("resigned_at", admin.EmptyFieldListFilter))
    read_columns = ("number", "looked_at", "acted_at", "timeouts")
    related_columns = (*GAME, "game__ended_at", *account("user"), *account("held_by"))
    person_fields = ("user", "held_by")

    @admin.display(description=_("Seat"))
    def in_seat(self, row: Seat) -> int | None:
        return seat_place(row.number)

    @admin.display(description=_("Last seen"))
    def last_look(self, seat: Seat) -> str:
        return moment(seat.looked_at) if seat.game.ended_at else ""

    @admin.display(description=_("Last turn"))
    def last_turn(self, seat: Seat) -> str:
        return moment(seat.acted_at) if seat.game.ended_at else ""

    @admin.display(description=_("timeouts in a row"))
    def times_out(self, seat: Seat) -> str:
        return str(seat.timeouts) if seat.game.ended_at else ""

    @admin.display(description=_("random data"))
    def contribution_hex(self, seat: Seat) -> str:
        return seat.contributed.hex()


@admin.register(Invitation)
class InvitationAdmin(GamePages):
    fields = ("game", "user", "invited_by", "created_at", "declined_at")
    list_display = ("in_game", "user", "invited_by", "created_at", "declined_at")
    list_filter = (("declined_at", admin.EmptyFieldListFilter),)
    related_columns = (*GAME, *account("user"), *account("invited_by"))
    person_fields = ("user", "invited_by")


@admin.register(QueueEntry)
class QueueEntryAdmin(StaffPages):
    fields = ("user", "seats_count", "pace", "created_at")
    list_display = ("user", "seats_count", "pace", "created_at")
    related_columns = account("user")
    person_fields = ("user",)


@admin.register(GameEvent)
class GameEventAdmin(GamePages):
    fields = ("game", "kind", "in_seat", "hand_number", "after_turn", "version", "created_at")
    list_display = ("in_game", "kind", "in_seat", "hand_number", "after_turn", "version", "created_at")
    list_filter = ("kind",)
    read_columns = ("seat",)
    related_columns = GAME
    search_help_text = _("Game ID")


@admin.register(BotAccount)
class BotAccountAdmin(StaffPages):
    fields = ("name", "user")
    list_display = ("name", "user")
    related_columns = account("user")
    person_fields = ("user",)


@admin.register(StandingTable)
class StandingTableAdmin(StaffPages):
    fields = ("public_id", "name", "owner", "seats_count", "pace", "rated", "goes_on", "created_at")
    list_display = ("public_id", "name", "owner", "pace", "created_at")
    list_filter = ("pace", "goes_on")
    related_columns = account("owner")
    person_fields = ("owner",)


@admin.register(StandingMember)
class StandingMemberAdmin(StaffPages):
    fields = ("table", "user", "joined_at", "out_until", "sat_out_at")
    list_display = ("table", "user", "joined_at", "out_until", "sat_out_at")
    related_columns = ("table__public_id", "table__name", *account("user"))
    person_fields = ("user",)


@admin.register(League)
class LeagueAdmin(StaffPages):
    fields = (
        "public_id", "name", "founder", "table", "status", "seats_count", "pace", "rated", "away_days", "created_at",
        "signup_ends_at", "begun_at", "ends_at",
    )  # fmt: skip
    list_display = ("public_id", "name", "founder", "status", "pace", "ends_at")
    list_filter = ("status", "pace")
    related_columns = ("table__public_id", "table__name", *account("founder"))
    person_fields = ("founder",)


@admin.register(LeagueMember)
class LeagueMemberAdmin(StaffPages):
    fields = ("league", "user", "joined_at", "left_at")
    list_display = ("league", "user", "joined_at", "left_at")
    list_filter = (("left_at", admin.EmptyFieldListFilter),)
    related_columns = ("league__public_id", "league__name", *account("user"))
    person_fields = ("user",)
