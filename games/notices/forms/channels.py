"""The form that adds a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms.new_game import validate_shown
from games.models import Webhook
from games.models.channels import WEBHOOK_NAME_MAX

ADDRESS_MAX = 1000


class WebhookForm(forms.Form):
    """The service checks the address itself."""

    kind = forms.ChoiceField(
        label=_("What takes the messages"),
        choices=[
            (Webhook.Kind.DISCORD, "Discord"),
            (Webhook.Kind.SLACK, "Slack"),
            (Webhook.Kind.JSON, _("Plain JSON")),
        ],
        initial=Webhook.Kind.DISCORD,
        widget=forms.RadioSelect,
    )
    address = forms.CharField(
        label=_("Address"),
        max_length=ADDRESS_MAX,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "https://"}),
        error_messages={
            "required": _("Give an address."),
            "max_length": _("No webhook has an address as long as this."),
        },
        help_text=_(
            "Copy it from the settings of your channel. Whoever knows it can write there: it is never shown again."
        ),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=WEBHOOK_NAME_MAX,
        required=False,
        validators=[validate_shown],
        help_text=_("For you alone, to tell several apart."),
    )
