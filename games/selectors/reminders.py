"""How much of a turn's time is left when its reminders come."""

from datetime import timedelta

from games.clocks import Pace
from games.models import Preferences

# Without a pace nobody is hurried, but a game that lies still is called to mind.
IDLE_REMINDER = timedelta(days=30)


def reminder_share(pace: Pace, preferences: Preferences, number: int) -> timedelta:
    """The time that is left at reminder `number` (from 0): the share that the person chose, halved by each before."""
    share = pace.length * preferences.remind_share / 100
    if pace is Pace.NONE:
        share = pace.length - IDLE_REMINDER
    return share / (1 << number)
