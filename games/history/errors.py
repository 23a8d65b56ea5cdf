"""Refusals about ended games."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError, Reason


class NoSuchHand(GameError):
    code = "no_such_hand"
    status = 404
    words = _("This hand doesn’t exist.")


class NoteReason(Reason):
    TOO_LONG = "note_long", 422, _("Too long: 4,000 characters at most.")
    CHANGED = "note_changed", 409, _("Your note changed on another device. Save again to replace it.")
