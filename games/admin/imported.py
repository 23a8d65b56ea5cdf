"""Shared imported games for staff. Private ones are their owners' own."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.staff.staff_actions import StaffAction
from games.admin.pages import RefusableActPages, account
from games.models import ImportedRecord
from games.moderation.imported import imported_withdraw


@admin.register(ImportedRecord)
class ImportedRecordAdmin(RefusableActPages):
    fields = ("owner", "title", "replay", "imported_at", "shared_at", "withdrawn_at")
    list_display = ("owner", "title", "imported_at", "shared_at", "withdrawn_at")
    read_columns = ("token",)
    related_columns = account("owner")
    person_fields = ("owner",)
    staff_actions = (
        StaffAction(
            slug="withdraw",
            label=_("Withdraw replay"),
            explanation=_("Its public link no longer works."),
            permission="games.moderate_game",
            service=imported_withdraw,
            applies=lambda row: row.is_shared,
            danger=True,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(shared_at__isnull=False)

    @admin.display(description=_("Replay"))
    def replay(self, row: ImportedRecord) -> str:
        """The link that everyone may open; "" once it is withdrawn."""
        address = reverse("games:imported_replay", args=[row.token])
        return format_html('<a href="{0}">{0}</a>', address) if row.is_shared else ""

    def subject(self, row: ImportedRecord) -> dict[str, Any]:
        return {"imported_id": row.pk}
