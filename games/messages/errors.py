"""Refusals of messages between friends."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class MessageReason(Reason):
    NOT_FRIENDS = "message_not_friends", 409, _("You can only write to friends.")
    OFF = "message_off", 409, _("Messages are off in your settings.")
    NOT_RECEIVED = "message_not_received", 409, _("This player doesn’t receive messages.")
