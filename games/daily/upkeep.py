"""Periodic work for shared hands."""

from datetime import timedelta

from django.utils import timezone

from accounts.sweeps import HOUR, sweep
from accounts.transactions.slices import rows_delete
from games.daily.calendar import DAY, DAYS_BACK, today
from games.daily.chain import DAYS
from games.daily.services import daily_hand
from games.daily.strongest import lines_queue
from games.errors import Refused
from games.models import DailyHand, HandPlay


@sweep(every=HOUR)
def daily_sweep() -> int:
    """Publish the anchors of the next days, and delete visitors' plays of days that are no longer shown."""
    old = HandPlay.objects.filter(user=None, begun_at__lt=timezone.now() - DAYS_BACK * DAY)
    return DAYS.extend(today()) + rows_delete(old)


@sweep(every=timedelta(minutes=1))
def shared_hands_sweep() -> int:
    """Deal the day's hand as its day begins, so that no player waits, and queue lines of the strongest bot."""
    return _day_dealt() + lines_queue()


def _day_dealt() -> int:
    day = today()
    if DailyHand.objects.filter(day=day).exists():
        return 0
    try:
        daily_hand(day)
    except Refused:
        # Its secret cannot be read. `daily_sweep` logs that and begins another chain.
        return 0
    return 1
