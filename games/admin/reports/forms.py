"""Forms of reports and canned answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.forms.widgets import Script
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.decisions.sanctions import DAYS_MAX, PERMISSIONS
from accounts.models import Sanction
from accounts.staff.staff_actions import REASON_MAX, ReasonForm
from accounts.visible_text import NameField, WrittenField
from games.models import CannedAnswer, Report
from games.models.moderation import TEXT_MAX
from games.moderation.report_cases import answers, report_case
from games.moderation.reports import ReportVerdict

if TYPE_CHECKING:
    AnswerModelForm = forms.ModelForm[CannedAnswer]
else:
    AnswerModelForm = forms.ModelForm


OUTCOMES = [(outcome.value, capfirst(outcome.label)) for outcome in Report.Outcome]


class CaseForm(ReasonForm):
    """A form next to the report's case."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = report_case(self.row, self.actor)


class ReportClaimForm(CaseForm):
    """A form without a reason, because players never learn of a claim."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]


class ReportNoteForm(ReportClaimForm):
    text = WrittenField(label=_("Note"), max_length=TEXT_MAX, widget=forms.Textarea(attrs={"rows": 4}))


class AnswerSelect(forms.Select):
    """Options carry their answer; a script puts it into the field below."""

    class Media:
        js = [Script("odin/js/admin/answers.js", type="module")]

    texts: dict[str, str] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-text"] = self.texts.get(str(value), "")
        return option


class JudgeForm(CaseForm):
    outcome = forms.ChoiceField(label=_("Outcome"), choices=OUTCOMES, widget=forms.RadioSelect)
    canned = forms.ChoiceField(
        label=_("Start from"), required=False, help_text=_("Used as is if you leave the answer empty.")
    )
    answer = WrittenField(
        label=_("Answer to the reporter"),
        required=False,
        max_length=TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Don’t mention decisions about others."),
    )
    hide_line = forms.BooleanField(
        label=_("Hide message"),
        required=False,
        help_text=_("Players, including the author, only see that a moderator hid it."),
    )
    decision = forms.ChoiceField(label=_("Decision"), required=False)
    days = forms.IntegerField(
        label=_("Days"),
        required=False,
        min_value=1,
        max_value=DAYS_MAX,
        help_text=_("Required for suspensions. For no chat or no new games, empty means no end date."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.texts = {str(number): text for number, (_title, text) in enumerate(answers(), start=1)}
        titles = [(str(number), title) for number, (title, _text) in enumerate(answers(), start=1)]
        widget = AnswerSelect(attrs={"data-fills": "id_answer"})
        widget.texts = self.texts
        canned, decision = self.fields["canned"], self.fields["decision"]
        assert isinstance(canned, forms.ChoiceField)
        assert isinstance(decision, forms.ChoiceField)
        canned.widget = widget
        canned.choices = [("", _("Empty answer")), *titles]
        decision.choices = [("", pgettext_lazy("decisions", "none")), *self._decisions()]
        self.fields["reason"] = WrittenField(
            label=_("Reason"),
            required=False,
            max_length=REASON_MAX,
            widget=forms.Textarea(attrs={"rows": 3}),
            help_text=_("The person reads this. Don’t name who reported."),
        )
        if not self._line_stands():
            del self.fields["hide_line"]
        if len(decision.choices) == 1:
            for name in ("decision", "days", "reason"):
                del self.fields[name]

    def _line_stands(self) -> bool:
        """Whether the report is about a visible line that the actor may hide."""
        line = self.row.line
        stands = line is not None and line.hidden_at is None and line.erased_at is None
        return stands and self.actor.has_perm("games.hide_chat_line")

    def _decisions(self) -> list[tuple[str, str]]:
        """The kinds of decision that the actor may take, if there is an accused."""
        if self.row.accused_id is None:
            return []
        return [
            (kind.value, str(capfirst(kind.label))) for kind in Sanction.Kind if self.actor.has_perm(PERMISSIONS[kind])
        ]

    def clean(self) -> dict[str, Any]:
        """The service's arguments: an empty answer takes the chosen one; a decision needs a reason."""
        cleaned = super().clean() or self.cleaned_data
        answer = cleaned.get("answer") or self.texts.get(cleaned.get("canned", ""), "")
        decision, reason = cleaned.get("decision"), cleaned.get("reason", "")
        if "answer" not in self.errors and not answer:
            self.add_error("answer", _("Write or choose an answer."))
        if decision and not reason and "reason" not in self.errors:
            self.add_error("reason", _("Give a reason."))
        return {
            "outcome": cleaned.get("outcome", ""),
            "answer": answer,
            "sanction": ReportVerdict(decision, reason, cleaned.get("days")) if decision else None,
            "hide_line": cleaned.get("hide_line", False),
        }


class CloseReportsForm(ReasonForm):
    """Answers several reports without deciding anything: the answer, which the audit log has too, is the reason."""

    outcome = forms.ChoiceField(label=_("Outcome"), choices=OUTCOMES, widget=forms.RadioSelect)
    answer = WrittenField(
        label=_("Answer to the reporter"),
        max_length=TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Don’t mention decisions about others."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]


class CannedAnswerForm(AnswerModelForm):
    reason = WrittenField(
        label=_("Reason"), max_length=REASON_MAX, help_text=_("Only the site team reads this. Use usernames only.")
    )

    class Meta:
        model = CannedAnswer
        fields = ("title", "text")
        field_classes = {"title": NameField, "text": WrittenField}
