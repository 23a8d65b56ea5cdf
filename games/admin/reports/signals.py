"""Signals, the least likely first; people decide what follows."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.staff.staff_actions import ReasonForm, StaffAction
from accounts.staff.staff_pages import people_called
from games.admin.pages import GAME, GameActPages, ImpartialPages, ToDoFilter, account
from games.models import Signal
from games.moderation.impartiality import signals_for
from games.moderation.signals import signal_dismiss
from games.moderation.signals.words import rarity_words, signal_evidence, signal_games, summary_words


class AsideForm(ReasonForm):
    reason_help = _("Only the site team reads this. Use usernames only.")


class SignalStateFilter(ToDoFilter):
    """New signals by default; a search covers all."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("aside", _("put aside")), ("all", _("All"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Signal]) -> QuerySet[Signal]:
        match self.value():
            case "aside":
                return queryset.filter(looked_at__isnull=False)
            case "all":
                return queryset
        return queryset if request.GET.get("q") else queryset.filter(looked_at=None)


@admin.register(Signal)
class SignalAdmin(ImpartialPages, GameActPages):
    fields = ("kind", "first_seen_at", "last_seen_at", "looked_at", "looked_by")
    list_display = ("kind", "who", "shown", "rarity", "last_seen_at", "looked_by")
    list_filter = (SignalStateFilter, "kind")
    read_columns = ("people", "weight", "evidence")
    related_columns = (*GAME, *account("looked_by"))
    change_form_template = "admin/games/signal/evidence.html"
    search_help_text = _("Full username")
    staff_actions = (
        StaffAction(
            slug="aside",
            label=pgettext_lazy("act of a moderator", "Put aside"),
            explanation=_("It leaves the list unless it becomes 1,000 times less likely."),
            permission="games.judge_signal",
            service=signal_dismiss,
            form=AsideForm,
            applies=lambda signal: signal.looked_at is None,
        ),
    )

    def subject(self, row: Signal) -> dict[str, Any]:
        return {"signal_id": row.pk}

    def rows_for(self, reader: User) -> QuerySet[Signal]:
        return signals_for(reader)

    def get_ordering(self, request: HttpRequest) -> Any:
        return ("-weight", "-pk")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Reads all names in one query."""
        found = super().get_changelist_instance(request)
        rows = list(found.result_list)
        people = User.objects.only("handle", "erased_at").in_bulk({pk for row in rows for pk in row.people})
        for row in rows:
            row.named = people
        found.result_list = rows
        return found

    @admin.display(description=pgettext_lazy("the person", "Who"))
    def who(self, signal: Any) -> str:
        return summary_words(signal, signal.named)

    @admin.display(description=_("What happened"))
    def shown(self, signal: Any) -> str:
        return signal_evidence(signal, signal.named).what

    @admin.display(description=_("By chance"))
    def rarity(self, signal: Signal) -> str:
        return rarity_words(signal.weight)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        signal = self.get_object(request, object_id) if self.has_view_permission(request) else None
        more = {}
        if signal is not None:
            people = User.objects.in_bulk(signal.people)
            named = [people[pk] for pk in signal.people if pk in people]
            more = {
                "signal": signal,
                "evidence": signal_evidence(signal, people),
                "people": named,
                "rarity": rarity_words(signal.weight),
                "tables": signal_games(signal),
            }
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    def search_condition(self, term: str) -> Q:
        ids = list(people_called(term).values_list("pk", flat=True))
        return Q(people__overlap=ids) if ids else Q(pk__in=())
