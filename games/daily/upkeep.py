"""Periodic work for shared hands."""

from django.utils import timezone

from accounts.sweeps import HOUR, sweep
from games.daily.calendar import DAY, DAYS_BACK, today
from games.daily.chain import chain_extend
from games.models import HandPlay


@sweep(every=HOUR)
def daily_sweep() -> int:
    """Publish the anchors of the next days, and delete visitors' plays of days that are no longer shown."""
    old = HandPlay.objects.filter(user=None, begun_at__lt=timezone.now() - DAYS_BACK * DAY)
    deleted, _by_model = old.delete()
    return chain_extend(today()) + deleted
