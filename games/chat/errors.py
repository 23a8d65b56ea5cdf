"""Refusals of the chat."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class ChatReason(Reason):
    NOT_SEATED = "chat_not_seated", 409, _("You have no seat in this game.")
    MUTED = "chat_muted", 409, _("A moderator muted you. You can read but not write.")
    KID = "chat_kid", 409, _("Kid mode is on, so there’s no chat.")
    OFF = "chat_off", 409, _("Chat is off in your settings.")
    LOCKED = "chat_locked", 409, _("A moderator locked this chat.")
    TOO_FAST = "chat_too_fast", 429, _("You’re writing too fast. Wait a minute.")
    EMPTY = "chat_empty", 409, _("Write something first.")
    TOO_LONG = "chat_too_long", 409, _("Too long: 500 characters at most.")
    NOTE_TOO_LONG = "chat_note_too_long", 409, _("Too long: 140 characters at most.")
    ONLY_BOTS = "chat_only_bots", 409, _("Bots don’t read the chat.")
    NO_LINE = "chat_no_line", 409, _("This message no longer exists.")
    HIDDEN_ALREADY = "chat_hidden_already", 409, _("This message is already hidden.")
    NOT_HIDDEN = "chat_not_hidden", 409, _("This message isn’t hidden.")
    WRONG_PASSWORD = "wrong_password", 409, _("Wrong password.")
