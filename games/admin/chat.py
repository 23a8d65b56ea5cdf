"""Chat lines for staff, hidden ones with their text."""

from typing import Any

from django.contrib import admin
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from accounts.staff.staff_actions import ReasonForm, StaffAction
from games.admin.pages import GAME, GameActPages, account
from games.models import ChatLine
from games.moderation.acts import chat_lock, chat_unlock
from games.moderation.acts.chat_lines import chat_hide, chat_show

SHOWN = 80


def _its_game(line: ChatLine) -> dict[str, Any]:
    return {"public_id": line.game.public_id}


class KeptReasonForm(ReasonForm):
    """A reason for staff only."""

    reason_help = _("Staff read it in the book of acts. Name nobody here but by the handle.")


@admin.register(ChatLine)
class ChatLineAdmin(GameActPages):
    fields = ("game", "user", "text", "created_at", "hidden_at", "hidden_by", "erased_at")
    list_display = ("in_game", "user", "said", "created_at", "hidden_at", "hidden_by")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter),)
    related_columns = (*GAME, "game__chat_locked_at", *account("user"), *account("hidden_by"))
    person_fields = ("user",)
    staff_actions = (
        StaffAction(
            slug="hide",
            label=_("Hide the line"),
            explanation=_("At the table it reads as hidden by a moderator, to its author too. Staff read it on."),
            permission="games.hide_chat_line",
            service=chat_hide,
            done=_("The line is hidden."),
            form=KeptReasonForm,
            applies=lambda line: line.hidden_at is None and line.erased_at is None,
        ),
        StaffAction(
            slug="show",
            label=_("Show the line again"),
            explanation=_("All at the table read it as before."),
            permission="games.hide_chat_line",
            service=chat_show,
            done=_("The line is shown again."),
            form=KeptReasonForm,
            applies=lambda line: line.hidden_at is not None and line.erased_at is None,
        ),
        StaffAction(
            slug="lock",
            label=_("Lock the chat of this game"),
            explanation=_("Nobody can write at this table until it is opened again. The players read the reason."),
            permission="games.lock_chat",
            service=chat_lock,
            done=_("The chat of this game is locked."),
            subject=_its_game,
            applies=lambda line: line.game.chat_locked_at is None,
            danger=True,
        ),
        StaffAction(
            slug="unlock",
            label=_("Open the chat of this game"),
            explanation=_("The players can write again, and read the reason."),
            permission="games.lock_chat",
            service=chat_unlock,
            done=_("The chat of this game is open again."),
            subject=_its_game,
            applies=lambda line: line.game.chat_locked_at is not None,
        ),
    )

    def subject(self, row: ChatLine) -> dict[str, Any]:
        return {"line_id": row.pk}

    @admin.display(description=_("line"))
    def said(self, line: ChatLine) -> str:
        return Truncator(line.text).chars(SHOWN)
