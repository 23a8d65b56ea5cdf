"""Chat lines for staff, hidden ones with their text. Of friends' messages, only reported ones."""

from dataclasses import replace
from typing import Any, cast

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from accounts.staff.bulk_pages import BulkPages
from accounts.staff.staff_actions import ReasonForm, StaffAction
from accounts.staff.staff_pages import with_part
from games.admin.pages import GAME, GameActPages, account
from games.models import ChatLine, Game
from games.moderation.acts import chat_lock, chat_unlock
from games.moderation.acts.chat_lines import chat_hide, chat_show
from games.moderation.report_selectors import lines_for_staff

SHOWN = 80


def _its_game(line: ChatLine) -> dict[str, Any]:
    return {"public_id": cast(Game, line.game).public_id}


class KeptReasonForm(ReasonForm):
    """A reason for staff only."""

    reason_help = _("Only the site team reads this. Use usernames only.")


HIDE = StaffAction(
    slug="hide",
    label=_("Hide message"),
    explanation=_("Players, including the author, only see that a moderator hid it."),
    permission="games.hide_chat_line",
    service=chat_hide,
    form=KeptReasonForm,
    applies=lambda line: line.hidden_at is None and line.erased_at is None,
)


@admin.register(ChatLine)
class ChatLineAdmin(BulkPages, GameActPages):
    fields = ("game", "user", "text", "created_at", "reader", "hidden_at", "hidden_by", "erased_at")
    list_display = ("in_game", "user", "reader", "said", "created_at", "hidden_at", "hidden_by")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter),)
    read_columns = ("reaction",)
    related_columns = (*GAME, "game__chat_locked_at", *account("user"), *account("reader"), *account("hidden_by"))
    person_fields = ("user",)
    staff_actions = (
        HIDE,
        StaffAction(
            slug="show",
            label=_("Show message again"),
            explanation=_("Everyone who could read it can read it again."),
            permission="games.hide_chat_line",
            service=chat_show,
            form=KeptReasonForm,
            applies=lambda line: line.hidden_at is not None and line.erased_at is None,
        ),
        StaffAction(
            slug="lock",
            label=_("Lock chat"),
            explanation=_("Nobody can write in this game’s chat until it’s unlocked."),
            permission="games.lock_chat",
            service=chat_lock,
            subject=_its_game,
            applies=lambda line: line.game is not None and line.game.chat_locked_at is None,
            danger=True,
        ),
        StaffAction(
            slug="unlock",
            label=_("Unlock chat"),
            explanation=_("Players can write in this game’s chat again."),
            permission="games.lock_chat",
            service=chat_unlock,
            subject=_its_game,
            applies=lambda line: line.game is not None and line.game.chat_locked_at is not None,
        ),
    )

    search_help_text = _("Full username, game ID or part of a message")
    bulk_actions = (
        replace(
            HIDE,
            label=_("Hide several messages"),
            explanation=_("Players, including the authors, only see that a moderator hid them."),
            danger=True,
        ),
    )

    def row_words(self, row: ChatLine) -> str:
        return f"{row.user.name}: {self.said(row)}"

    def search_condition(self, term: str) -> Q:
        return super().search_condition(term) | Q(pk__in=with_part(ChatLine.all_lines.all(), "text", term))

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        return super().get_queryset(request) & lines_for_staff()

    def subject(self, row: ChatLine) -> dict[str, Any]:
        return {"line_id": row.pk}

    @admin.display(description=_("Text"))
    def said(self, line: ChatLine) -> str:
        return Truncator(line.said).chars(SHOWN)
