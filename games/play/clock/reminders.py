"""When the reminders of a turn come."""

from datetime import datetime, timedelta

from games.clocks import Calendar, Pace, due_at, quiet_since, quiet_until
from games.models import Deadline, Notice, Preferences
from games.people.preference_selectors import choice_kind

# Without a pace nobody is hurried, but a game that lies still is called to mind.
IDLE_REMINDER = timedelta(days=30)
# So long before quiet hours begin, as a reminder may have to wait for a person who is at the game, or for the queue.
EARLIER = timedelta(minutes=15)


def reminder_share(pace: Pace, preferences: Preferences, number: int) -> timedelta:
    """The time that is left at reminder `number` (from 0): the share that the person chose.

    Halved by each before for who wants several; another one comes only where the time was made longer.
    """
    share = pace.length * preferences.remind_share / 100
    if pace is Pace.NONE:
        share = pace.length - IDLE_REMINDER
    return share / 2**number if preferences.remind_repeat else share


def reminder_at(
    row: Deadline, pace: Pace, preferences: Preferences, calendar: Calendar, number: int
) -> datetime | None:
    """When reminder `number` of a running clock comes: as its share of the time is left.

    One that quiet hours would hold back until the time is up comes before they begin. None where that moment is past,
    and at a table where turns take minutes.
    """
    share = reminder_share(pace, preferences, number)
    if row.due_at is None or pace.is_live or row.left <= share:
        return None
    at = due_at(calendar, pace, row.since, row.left - share)
    if preferences.quiet and choice_kind(Notice.Kind.REMINDER) not in preferences.quiet_exempt:
        hours = preferences.quiet[0], preferences.quiet[1]
        if quiet_until(row.zone, hours, at) >= row.due_at:
            at = quiet_since(row.zone, hours, at) - EARLIER
    return at if row.since < at < row.due_at else None
