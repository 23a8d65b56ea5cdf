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


class PublicationReason(Reason):
    NOT_THIS_GAME = "publication_not_this_game", 409, _("The replay of this game can’t be published.")
    NO_SUCH_HAND = "publication_no_such_hand", 409, _("This hand doesn’t exist.")
    ASKED_ALREADY = "publication_asked_already", 409, _("Another player has already asked.")
    TOO_SOON = "publication_too_soon", 409, _("You can ask again a week after the last answer.")
    CHANGED = "publication_changed", 409, _("The request has changed. Look at it again.")
