"""Words for refusals of tokens."""

from typing import Final

from django.utils.translation import gettext_lazy as _

NO_SCOPE: Final = _("This token may not do this.")
NO_TOKEN: Final = _("Send a valid token: “Authorization: Bearer odin_…”. You make one in your settings.")
