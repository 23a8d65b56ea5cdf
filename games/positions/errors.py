"""Refusals of positions of the day."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class PositionReason(Reason):
    NOT_SHOWN = "position_not_shown", 404, _("This page doesn’t exist.")
