"""Refusals about notifications, their channels and links in emails."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason, Refused


class ChannelReason(Reason):
    BAD_ADDRESS = "bad_address", 422, _("Enter a full web address starting with https://.")
    TOO_MANY_WEBHOOKS = "too_many_webhooks", 422, _("You already have 5 webhooks. Remove one first.")
    TOO_MANY_DEVICES = "too_many_devices", 422, _("You already get notifications on 10 devices. Remove one first.")
    KNOWN_ALREADY = "known_already", 422, _("You’ve already added this address.")
    NO_SUCH_CHANNEL = "no_such_channel", 404, _("This webhook or device no longer exists.")
    TESTED_LATELY = "tested_lately", 429, _("You just tested this webhook. Wait a minute.")
    STOPPED = "webhook_stopped", 409, _("This webhook is stopped. A successful test turns it back on.")
    NOT_SETTLED = "not_settled", 409, _("This notification is still being sent.")
    OUT_OF_DATE = "out_of_date", 409, _("Not sent again: %(why)s.")
    RESENT_LATELY = "resent_lately", 429, _("You’ve sent 10 notifications again in a minute. Wait a little.")
    LOGGED_OUT = "login", 403, _("Log in first.")
    NO_PUSH = "no_push", 422, _("This site can’t send push notifications.")
    BAD_SUBSCRIPTION = "bad_subscription", 422, _("We couldn’t read what your browser sent. Try again.")


class TurnLinkReason(Reason):
    UNKNOWN = "unknown", 404, _("This link was used, has expired or is incomplete.")
    ACCOUNT_CLOSED = "account_closed", 410, _("This account is closed.")
    SUSPENDED = "suspended", 410, _("This account is suspended. Log in to see why.")
    ACCOUNT_CHANGED = "account_changed", 410, _("Your password or email address has changed since this email.")
    SWITCHED_OFF = "switched_off", 410, _("Playing from emails is turned off in your settings.")
    SPENT = "spent", 410, _("You’ve already taken this turn.")
    GAME_OVER = "game_over", 410, _("This game is over.")
    HANDED_OVER = "handed_over", 410, _("Someone else plays this seat now.")
    TURN_OVER = "turn_over", 410, _("This turn is over. It was played, taken back or timed out.")
    EXPIRED = "expired", 410, _("Links work for 7 days. Take your turn in the game instead.")
    PAUSED = "paused", 409, _("The game is paused. Come back when it resumes.")


class LinkRefused(Refused):
    """A link in an email was refused. `public_id`: the game's, "" for an unknown link."""

    reason: TurnLinkReason

    def __init__(self, reason: TurnLinkReason, public_id: str = "") -> None:
        super().__init__(reason)
        self.public_id = public_id
