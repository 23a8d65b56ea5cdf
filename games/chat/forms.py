"""Forms of the chat, blocks and kid mode."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.visible_text import WrittenField
from games.models.chat import LINE_MAX


class LineForm(forms.Form):
    """The form of a chat message. The service checks the text, so that nothing is cut off silently."""

    text = WrittenField(
        label=_("Your message"),
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


class KidModeForm(forms.Form):
    password = forms.CharField(
        label=_("Password"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
