"""Refusals of shared hands."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class DailyReason(Reason):
    CLOSED = "day_closed", 409, _("This day’s hand is over. Play today’s hand.")
    NOT_BEGUN = "not_begun", 409, _("Deal the cards first.")
    NOT_DEALT = "not_dealt", 503, _("Today’s hand can’t be dealt. The next hand comes tomorrow.")


class ChallengeReason(Reason):
    NO_SUCH_BOT = "no_such_bot", 422, _("This bot doesn’t exist.")
    NO_SUCH_HAND = "no_such_hand", 404, _("This hand doesn’t exist.")
    TOO_MANY = "too_many_challenges", 429, _("You’ve sent 30 hands today. Try again tomorrow.")
    OWN = "own_challenge", 409, _("You’ve already played this hand.")
