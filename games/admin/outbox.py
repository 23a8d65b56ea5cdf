"""The outbox: notifications by channel with their outcomes, without texts (which are not stored) and addresses."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.pages import GAME, GamePages, account
from games.models import Notice


class RetriedFilter(admin.SimpleListFilter):
    title = _("retried")
    parameter_name = "retried"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notice]) -> QuerySet[Notice]:
        match self.value():
            case "yes":
                return queryset.filter(attempts__gt=1)
            case "no":
                return queryset.filter(attempts__lte=1)
            case _:
                return queryset


@admin.register(Notice)
class NoticeAdmin(GamePages):
    fields = (
        "kind", "channel", "digest", "game", "user", "version", "status", "attempts", "retried", "uncertain", "reason",
        "message_id", "created_at", "due_at", "sent_at",
    )  # fmt: skip
    list_display = (
        "kind", "channel", "in_game", "user", "version", "status", "attempts", "retried", "uncertain", "reason",
        "due_at", "sent_at",
    )  # fmt: skip
    list_filter = ("status", "channel", RetriedFilter, "uncertain", "kind")
    related_columns = (*GAME, *account("user"))
    person_fields = ("user",)

    @admin.display(description=_("retried"), boolean=True)
    def retried(self, notice: Notice) -> bool:
        return notice.attempts > 1
