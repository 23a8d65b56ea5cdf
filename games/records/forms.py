"""The form of an import."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.visible_text import NameField
from games.models.records.imported import TITLE_MAX


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("Game record"),
        help_text=_("A file in the format odin-game/1, at most 1 MB."),
        error_messages={"required": _("Choose a file."), "empty": _("Choose a file.")},
        widget=forms.FileInput(attrs={"accept": "application/json,.json"}),
    )
    title = NameField(
        label=_("Title"),
        required=False,
        max_length=TITLE_MAX,
        error_messages={"max_length": _("The title has at most 60 visible characters.")},
    )
