"""Hands of weeks, whose seeds show once the week is over, and people's results."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.staff.staff_actions import ActionPages, StaffAction
from accounts.staff.staff_pages import StaffPages
from games.admin.pages import account
from games.errors import GameError
from games.models import WeeklyHand, WeeklyResult
from games.moderation.weekly import REMOVE, result_remove, result_restore
from games.weekly.calendar import is_over
from games.weekly.hands import WEEKS


@admin.register(WeeklyHand)
class WeeklyHandAdmin(StaffPages):
    fields = ("week", "number", "shown_seed")
    list_display = ("week", "number")
    related_columns = ("chain__first_day", "chain__sealed")
    search_help_text = _("Week")

    @admin.display(description=_("seed"))
    def shown_seed(self, hand: WeeklyHand) -> str:
        seed = WEEKS.seed(hand.chain, WEEKS.number(hand.chain, hand.week, hand.number)) if is_over(hand.week) else None
        return seed.hex() if seed is not None else ""

    def search_condition(self, term: str) -> Q:
        try:
            return Q(week=parse_date(term))
        except ValueError:
            return Q(pk__in=())


@admin.register(WeeklyResult)
class WeeklyResultAdmin(ActionPages):
    fields = ("week", "user", "hands", "points", "finished_at", "removed_at")
    list_display = ("week", "user", "hands", "points", "finished_at", "removed_at")
    related_columns = account("user")
    person_fields = ("user",)
    staff_actions = (
        StaffAction(
            slug="remove",
            label=pgettext_lazy("act of a moderator", "Remove result"),
            explanation=_("It leaves the ranking and everyone’s average, and counts for no rating."),
            permission=REMOVE,
            service=result_remove,
            applies=lambda result: result.removed_at is None,
            danger=True,
        ),
        StaffAction(
            slug="restore",
            label=pgettext_lazy("act of a moderator", "Restore result"),
            explanation=_("It counts again."),
            permission=REMOVE,
            service=result_restore,
            applies=lambda result: result.removed_at is not None,
        ),
    )

    def subject(self, row: WeeklyResult) -> dict[str, Any]:
        return {"result_id": row.pk}

    def refusal_words(self, refused: Exception) -> str | None:
        return str(refused.words) if isinstance(refused, GameError) else super().refusal_words(refused)
