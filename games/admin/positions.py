"""Positions of the day, without their cards until the day."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.staff.staff_actions import InnerForm, StaffAction
from games.admin.pages import GAME, GameActPages
from games.models import Position
from games.moderation.positions import position_withdraw


@admin.register(Position)
class PositionAdmin(GameActPages):
    fields = ("day", "kind", "cards", "origin", "created_at", "withdrawn_at")
    list_display = ("day", "kind", "cards", "origin", "withdrawn_at")
    list_filter = (("withdrawn_at", admin.EmptyFieldListFilter), "kind")
    read_columns = ()
    related_columns = GAME
    search_help_text = _("Game ID")
    staff_actions = (
        StaffAction(
            slug="withdraw",
            label=pgettext_lazy("act of a moderator", "Withdraw"),
            explanation=_("Nobody sees this position any more. Today’s is replaced by another."),
            permission="games.withdraw_position",
            service=position_withdraw,
            form=InnerForm,
            applies=lambda position: position.withdrawn_at is None,
        ),
    )

    def subject(self, row: Position) -> dict[str, Any]:
        return {"position_id": row.pk}
