"""The form of a private note."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.visible_text import WrittenField
from games.models.private_note import NOTE_MAX


class GameNoteForm(forms.Form):
    """A note, validated by the service so that nothing is cut off silently. `seen`: when the edited note was last
    changed, "" if there was none.
    """

    text = WrittenField(
        label=_("Your note"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"class": "input", "id": "note-text", "rows": 6, "maxlength": NOTE_MAX}),
    )
    seen = forms.DateTimeField(required=False, widget=forms.HiddenInput)
