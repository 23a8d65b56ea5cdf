"""The form that adds a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.visible_text import NameField
from games.models import Webhook
from games.models.channels import WEBHOOK_NAME_MAX

ADDRESS_MAX = 1000


class WebhookForm(forms.Form):
    """The form of a webhook. The service checks the address itself."""

    kind = forms.ChoiceField(
        label=_("Send to"),
        choices=[
            (Webhook.Kind.DISCORD, "Discord"),
            (Webhook.Kind.SLACK, "Slack"),
            (Webhook.Kind.MATTERMOST, "Mattermost"),
            (Webhook.Kind.JSON, _("Plain JSON")),
        ],
        initial=Webhook.Kind.DISCORD,
        widget=forms.RadioSelect,
    )
    address = forms.CharField(
        label=pgettext_lazy("web address", "Address"),
        max_length=ADDRESS_MAX,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "https://"}),
        error_messages={
            "required": _("Enter an address."),
            "max_length": _("This address is too long."),
        },
        help_text=_("Copy it from your channel’s settings. We won’t show it again."),
    )
    name = NameField(
        label=_("Name"),
        max_length=WEBHOOK_NAME_MAX,
        required=False,
        help_text=_("Only you see it."),
    )
