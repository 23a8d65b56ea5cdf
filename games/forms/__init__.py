"""Forms of the lobby and the waiting room."""

from games.forms.new_game import NewGameForm, PlayNowForm, QueueForm
from games.forms.room import InviteForm, StartForm

__all__ = ["InviteForm", "NewGameForm", "PlayNowForm", "QueueForm", "StartForm"]
