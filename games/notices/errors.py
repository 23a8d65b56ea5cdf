"""Refusals about notices, their channels and links in mails."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason, Refused


class ChannelReason(Reason):
    BAD_ADDRESS = "bad_address", 422, _("This is not a web address.")
    TOO_MANY_WEBHOOKS = "too_many_webhooks", 422, _("You have 5 webhooks already. Remove one first.")
    TOO_MANY_DEVICES = (
        "too_many_devices",
        422,
        _("Ten of your devices show notices already. Switch one of them off first."),
    )
    KNOWN_ALREADY = "known_already", 422, _("You have entered this address already.")
    NO_SUCH_CHANNEL = "no_such_channel", 404, _("This webhook or device is not yours, or was removed meanwhile.")
    TESTED_LATELY = "tested_lately", 409, _("This webhook was tested a moment ago. Try again in a minute.")
    NO_PUSH = "no_push", 422, _("This site cannot send notices to devices: whoever runs it has not set it up.")
    BAD_SUBSCRIPTION = "bad_subscription", 422, _("The browser sent something that is no subscription. Try again.")


class TurnLinkReason(Reason):
    UNKNOWN = "unknown", 404, _("We do not know this link. It may have been cut off on its way, or it is very old.")
    ACCOUNT_CLOSED = "account_closed", 410, _("The account that this link was made for is closed.")
    SUSPENDED = "suspended", 410, _("The account that this link was made for is suspended. Log in to read why.")
    ACCOUNT_CHANGED = (
        "account_changed",
        410,
        _("The account’s password or address has changed since, so this link has lapsed."),
    )
    SWITCHED_OFF = "switched_off", 410, _("Playing from mails is switched off in the account’s settings.")
    SPENT = "spent", 410, _("You have played this turn already.")
    GAME_OVER = "game_over", 410, _("This game is over.")
    HANDED_OVER = "handed_over", 410, _("Somebody else plays this seat’s cards now.")
    TURN_OVER = "turn_over", 410, _("This turn is over: it was played on the site or taken back, or its time ran out.")
    EXPIRED = (
        "expired",
        410,
        _("Links work for 7 days, and this one is older. The turn still waits for you at the table."),
    )
    PAUSED = "paused", 409, _("The game is paused. Come back to this page when it goes on.")


class LinkRefused(Refused):
    """`public_id`: the game's, "" for an unknown link."""

    reason: TurnLinkReason

    def __init__(self, reason: TurnLinkReason, public_id: str = "") -> None:
        super().__init__(reason)
        self.public_id = public_id
