"""Times of reminders."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks import Calendar, Pace, due_at, quiet_since, quiet_until
from games.models import Deadline, Notice, Preferences
from games.people.preference_selectors import choice_kind

# Games without a pace still get a reminder.
IDLE_REMINDER = timedelta(days=30)
# Margin before quiet hours and sleep, for presence and the queue.
NIGHT_MARGIN = timedelta(minutes=15)


def reminder_share(pace: Pace, preferences: Preferences, number: int) -> timedelta:
    """The time left at reminder `number` (from 0). Each repeat halves it; without repeats only extra time allows
    another.
    """
    share = pace.length * preferences.remind_share / 100
    if pace is Pace.NONE:
        share = pace.length - IDLE_REMINDER
    return share / 2**number if preferences.remind_repeat else share


def reminder_at(
    row: Deadline, pace: Pace, preferences: Preferences, calendar: Calendar, zone: str, number: int
) -> datetime | None:
    """The time of reminder `number`, or None if that time has passed or the pace is live. If sleep or quiet hours (in
    the person's `zone` now) would delay the reminder until the deadline, it comes before them, and before quiet hours
    that begin earlier than such sleep.
    """
    share = reminder_share(pace, preferences, number)
    if row.due_at is None or pace.is_live or row.left <= share:
        return None
    at, too_late = due_at(calendar, pace, row.since, row.left - share), row.due_at
    if calendar.waking is not None and at >= row.due_at:
        if number and preferences.remind_repeat:
            # It would come right after the one before.
            return None
        asleep = due_at(replace(calendar, waking=None), pace, row.since, row.left - share)
        too_late = quiet_since(calendar.zone, calendar.waking[::-1], asleep)
        at = too_late - NIGHT_MARGIN
    if preferences.quiet and choice_kind(Notice.Kind.REMINDER) not in preferences.quiet_exempt:
        hours = preferences.quiet[0], preferences.quiet[1]
        if quiet_until(zone, hours, at) >= too_late:
            at = quiet_since(zone, hours, at) - NIGHT_MARGIN
    return at if row.since < at < row.due_at else None
