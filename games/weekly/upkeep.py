"""Periodic work for weekly hands."""

from datetime import timedelta

from accounts.sweeps import sweep
from games.errors import Refused
from games.models import WeeklyHand
from games.weekly.calendar import this_week
from games.weekly.comparing import weeks_compare
from games.weekly.hands import WEEKS, hands_deal


@sweep(every=timedelta(minutes=5))
def weekly_sweep() -> int:
    """Publish the next chain's anchor, deal the week's hands as the week begins, and compare those of past weeks."""
    return WEEKS.extend(this_week()) + _hands_dealt() + weeks_compare()


def _hands_dealt() -> int:
    week = this_week()
    if WeeklyHand.objects.filter(week=week).exists():
        return 0
    try:
        return len(hands_deal(week))
    except Refused:
        # The chain's secret cannot be read. `extend` logs that and begins another chain.
        return 0
