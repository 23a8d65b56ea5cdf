"""Refusals of weekly hands."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class WeeklyReason(Reason):
    OVER = "week_over", 409, _("This week is over. Play this week’s hands.")
    ACCOUNT_NEEDED = "account_needed", 403, _("You need an account to play the week’s hands.")
    NOT_DEALT = "week_not_dealt", 503, _("This week’s hands can’t be dealt. The next ones come on Monday.")
