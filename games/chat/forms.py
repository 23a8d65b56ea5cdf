"""What people write at a table, and how they choose to be spared it."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.chat import LINE_MAX


class LineForm(forms.Form):
    """A line for the chat. What is wrong with it the service says: nothing is cut off unseen."""

    text = forms.CharField(
        label=_("Your line"),
        required=False,
        strip=False,
        widget=forms.TextInput(
            attrs={
                "class": "input",
                "id": "chat-text",
                "maxlength": LINE_MAX,
                "autocomplete": "off",
                "enterkeyhint": "send",
                "aria-describedby": "chat-error",
            }
        ),
    )


class HandleForm(forms.Form):
    """Whom a person wants to block or to mute."""

    handle = forms.CharField(
        label=_("Handle"), max_length=64, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )


class KidModeForm(forms.Form):
    """The way out of kid mode."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
