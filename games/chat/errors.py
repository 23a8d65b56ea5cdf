"""Refusals of the chat."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class ChatReason(Reason):
    NOT_SEATED = "chat_not_seated", 409, _("Only who sits at the table may write there.")
    MUTED = "chat_muted", 409, _("A moderator has muted you: you cannot write in chats for now.")
    KID = "chat_kid", 409, _("Kid mode is on: there is no chat.")
    OFF = "chat_off", 409, _("You have switched chats off. You can switch them on in your settings.")
    LOCKED = "chat_locked", 409, _("A moderator has locked the chat of this table.")
    TOO_FAST = "chat_too_fast", 409, _("That was a lot at once. Wait a minute before you write again.")
    EMPTY = "chat_empty", 409, _("Write something first.")
    TOO_LONG = "chat_too_long", 409, _("This is too long: a line has 500 characters at most.")
    NO_LINE = "chat_no_line", 409, _("There is no such line, or its text was erased.")
    HIDDEN_ALREADY = "chat_hidden_already", 409, _("This line is hidden already.")
    NOT_HIDDEN = "chat_not_hidden", 409, _("This line is not hidden.")
    WRONG_PASSWORD = "wrong_password", 409, _("Wrong password.")
