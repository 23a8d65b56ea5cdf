"""The form of a report."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.visible_text import WrittenField
from games.models import Report
from games.models.moderation import TEXT_MAX
from games.moderation.report_selectors import Subject

KIND_WORDS: dict[Report.Kind, Promise] = {
    Report.Kind.STALLING: _("Stalling: letting the clock run to keep others waiting"),
    Report.Kind.COLLUSION: _("Teaming up: helping another player win"),
    Report.Kind.GAME: _("Something else"),
}


class ReportForm(forms.Form):
    """The form of a report. `kind` and `who` are asked only if the subject leaves a choice."""

    kind = forms.ChoiceField(
        label=_("What is it?"), widget=forms.RadioSelect, error_messages={"required": _("Choose one.")}
    )
    who = forms.ChoiceField(label=_("Who is it about?"), required=False, widget=forms.RadioSelect)
    text = WrittenField(
        label=pgettext_lazy("question", "What happened?"),
        required=False,
        max_length=TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"max_length": _("Too long: 2,000 characters at most.")},
    )

    def __init__(self, subject: Subject, data: Any = None) -> None:
        super().__init__(data)
        self.subject = subject
        if len(subject.kinds) > 1:
            kinds = [kind for kind in KIND_WORDS if kind in subject.kinds]
            self._fields("kind").choices = [(kind.value, KIND_WORDS[kind]) for kind in kinds]
        else:
            del self.fields["kind"]
        if subject.people:
            people = [(user.handle, user.name) for user in subject.people]
            self._fields("who").choices = [*people, ("", _("The whole game"))]
            self.initial["who"] = ""
        else:
            del self.fields["who"]
        if subject.line is None:
            self.fields["text"].required = True
            self.fields["text"].error_messages["required"] = _("Say what happened.")

    def _fields(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def values(self) -> dict[str, Any]:
        """The arguments for report_make."""
        subject, chosen = self.subject, self.cleaned_data
        accused = chosen.get("who") or (subject.accused.handle if subject.accused else None)
        return {
            "kind": chosen.get("kind") or subject.kinds[0],
            "public_id": subject.game.public_id if subject.game and not subject.line else None,
            "line_id": subject.line.pk if subject.line else None,
            "accused": None if subject.line else accused,
            "text": chosen["text"],
        }
