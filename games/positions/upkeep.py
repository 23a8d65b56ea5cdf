"""Periodic work for positions of the day."""

import logging
from typing import Final

from django.utils import timezone

from accounts.sweeps import HOUR, sweep
from accounts.transactions.slices import rows_delete
from games.daily.calendar import DAY, DAYS_BACK, today
from games.models import PositionAnswer
from games.positions.selectors import positions_left
from games.positions.services import day_position

FEW: Final = 14

log = logging.getLogger(__name__)


@sweep(every=HOUR)
def positions_sweep() -> int:
    """Draw today's position, and delete visitors' answers once their days are no longer shown."""
    day_position(today())
    left = positions_left()
    if left < FEW:
        log.warning("%s positions of the day are left; `manage.py positions` finds more", left)
    old = PositionAnswer.objects.filter(user=None, answered_at__lt=timezone.now() - DAYS_BACK * DAY)
    return rows_delete(old)
