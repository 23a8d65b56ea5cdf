"""Refusals of today's hand."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class DailyReason(Reason):
    CLOSED = "day_closed", 409, _("This day’s hand is over. Play today’s hand.")
    NOT_BEGUN = "not_begun", 409, _("Deal the cards first.")
    NOT_DEALT = "not_dealt", 503, _("Today’s hand can’t be dealt. The next hand comes tomorrow.")
