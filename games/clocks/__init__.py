"""Clocks of slow play in plain Python: no Django, no rows, no current time. Datetimes are aware; results are in UTC."""

from games.clocks.calendar import MIN_WAKING, SATURDAY, Calendar, Hours, waking_length
from games.clocks.paces import Pace
from games.clocks.quiet_hours import Every, next_digest, quiet_since, quiet_until
from games.clocks.running_time import absent_time, due_at, elapsed, granted

__all__ = [
    "MIN_WAKING",
    "SATURDAY",
    "Calendar",
    "Every",
    "Hours",
    "Pace",
    "absent_time",
    "due_at",
    "elapsed",
    "granted",
    "next_digest",
    "quiet_since",
    "quiet_until",
    "waking_length",
]
