"""Published replays for staff."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.staff.staff_actions import StaffAction
from games.admin.pages import GAME, GameActPages
from games.models import Publication
from games.moderation.acts.publications import publication_withdraw


@admin.register(Publication)
class PublicationAdmin(GameActPages):
    fields = ("game", "hand", "asked_at", "published_at", "ended_at")
    list_display = ("in_game", "hand", "asked_at", "published_at", "ended_at")
    related_columns = GAME
    staff_actions = (
        StaffAction(
            slug="withdraw",
            label=_("Withdraw replay"),
            explanation=_("Its public link no longer works."),
            permission="games.moderate_game",
            service=publication_withdraw,
            applies=lambda row: row.ended_at is None,
            danger=True,
        ),
    )

    def subject(self, row: Publication) -> dict[str, Any]:
        return {"publication_id": row.pk}
