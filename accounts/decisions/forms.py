"""Forms about decisions and appeals."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.decisions.cases import decision_case
from accounts.decisions.sanctions import DAYS_MAX
from accounts.models import Appeal
from accounts.staff.staff_actions import REASON_MAX, ReasonForm
from accounts.visible_text import WrittenField

OUTCOMES = (
    (Appeal.Outcome.UPHELD, _("Keep the decision")),
    (Appeal.Outcome.SHORTENED, _("Shorten")),
    (Appeal.Outcome.LIFTED, _("Lift")),
)
READ_BY_PERSON = _("The person reads this. Don’t name who reported.")


class LiftForm(ReasonForm):
    reason_help = READ_BY_PERSON

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = decision_case(getattr(self.row, "sanction_id", self.row.pk), self.actor)


class ShortenForm(LiftForm):
    days = forms.IntegerField(label=_("Days from now"), min_value=1, max_value=DAYS_MAX)


class AppealAnswerForm(LiftForm):
    outcome = forms.ChoiceField(label=_("Outcome"), choices=OUTCOMES, widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("Days from now"),
        min_value=1,
        max_value=DAYS_MAX,
        required=False,
        help_text=_("Only to shorten it."),
    )
    answer = WrittenField(
        label=pgettext_lazy("what somebody is told", "Answer"),
        max_length=REASON_MAX,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=READ_BY_PERSON,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]
