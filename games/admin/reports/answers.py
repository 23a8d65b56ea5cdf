"""Canned answers to reporters, written by administrators."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import Model, Q
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff.staff_actions import ReasonForm, StaffAction
from accounts.visible_text import WrittenField
from games.admin.pages import GameActPages
from games.admin.reports.forms import CannedAnswerForm
from games.models import CannedAnswer
from games.models.moderation import TEXT_MAX
from games.moderation.canned_answers import EDIT, answer_remove, answer_write


class WriteForm(ReasonForm):
    """Changes the text; the title stays."""

    reason_help = _("Only the site team reads this. Use usernames only.")
    text = WrittenField(label=_("Text"), max_length=TEXT_MAX, widget=forms.Textarea(attrs={"rows": 6}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("text", self.row.text)


def _write(*, actor: User, answer: CannedAnswer, text: str, reason: str) -> None:
    answer.text = text
    answer_write(actor=actor, answer=answer, reason=reason)


@admin.register(CannedAnswer)
class CannedAnswerAdmin(GameActPages):
    """Standard answers. The first one that is added replaces all those of the site."""

    form = CannedAnswerForm
    fields = ("title", "text", "changed_at")
    list_display = ("title", "changed_at")
    search_help_text = _("Part of the title")
    staff_actions = (
        StaffAction(
            slug="write",
            label=_("Rewrite"),
            explanation=_("Earlier answers stay as they were."),
            permission=EDIT,
            service=_write,
            form=WriteForm,
        ),
        StaffAction(
            slug="remove",
            label=_("Remove"),
            explanation=_("If this is the last one, the built-in answers come back."),
            permission=EDIT,
            service=answer_remove,
            done=lambda row, _none: redirect("admin:games_cannedanswer_changelist"),
            danger=True,
        ),
    )

    def subject(self, row: CannedAnswer) -> dict[str, Any]:
        return {"answer": row}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(EDIT))

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.fields if obj is not None else ("title", "text", "reason")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return super().get_readonly_fields(request, obj) if obj is not None else ()

    def save_model(self, request: HttpRequest, obj: CannedAnswer, form: Any, change: bool) -> None:  # noqa: FBT001 # Django's signature
        answer_write(actor=cast(User, request.user), answer=obj, reason=form.cleaned_data["reason"])

    def search_condition(self, term: str) -> Q:
        return Q(title__icontains=term)
