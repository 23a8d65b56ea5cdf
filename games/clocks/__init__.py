"""Clocks of slow play in plain Python: no Django, no rows, no current time. Datetimes are aware; results are in UTC."""

from games.clocks.calendar import SATURDAY, WAKING_MIN, Calendar, Hours, waking_length
from games.clocks.paces import Pace
from games.clocks.quiet_hours import Every, next_digest, quiet_since, quiet_until
from games.clocks.running_time import absent_time, due_at, elapsed, granted

__all__ = [
    "SATURDAY",
    "WAKING_MIN",
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
