from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import TOKEN_NAME_MAX, ApiToken
from accounts.tokens.services import LIVES
from accounts.visible_text import NameField


def _lives() -> list[tuple[int, str]]:
    return [(days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in LIVES]


class TokenForm(forms.Form):
    name = NameField(
        label=_("Name"), max_length=TOKEN_NAME_MAX, help_text=_("So that you recognise the program later.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("The program may"),
        choices=ApiToken.Scope.choices,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, choices=_lives, initial=LIVES[1])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
