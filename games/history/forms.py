"""A private note."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.private_note import NOTE_MAX


class NoteForm(forms.Form):
    """What a person writes about a game. What is wrong with it the service says: nothing is cut off unseen.

    `seen` is when the note that was changed was changed last, empty where there was none.
    """

    text = forms.CharField(
        label=_("Your note"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"class": "input", "id": "note-text", "rows": 6, "maxlength": NOTE_MAX}),
    )
    seen = forms.DateTimeField(required=False, widget=forms.HiddenInput)
