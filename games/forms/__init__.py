"""Forms of the lobby, the waiting room and a person's settings."""

from games.forms.channels import WebhookForm
from games.forms.hours import AbsenceForm, WakingForm
from games.forms.new_game import NewGameForm, PlayNowForm, QueueForm
from games.forms.notices import NoticesForm
from games.forms.reports import ReportForm
from games.forms.room import InviteForm, StartForm

__all__ = [
    "AbsenceForm",
    "InviteForm",
    "NewGameForm",
    "NoticesForm",
    "PlayNowForm",
    "QueueForm",
    "ReportForm",
    "StartForm",
    "WakingForm",
    "WebhookForm",
]
