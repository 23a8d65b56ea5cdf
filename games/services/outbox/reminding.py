"""Whether a reminder still comes at its time."""

from django.utils import timezone

from games.clocks import Pace, elapsed
from games.models import Absence, Deadline, Notice
from games.selectors.clocks import calendar_of
from games.selectors.preferences import preferences_of
from games.selectors.reminders import reminder_share


def premature(row: Deadline, notice: Notice) -> bool:
    """Whether more time is left on the clock than when the reminder was due: more was given, or absence stopped it.

    Where the clock stands still, it is no time for reminders either.
    """
    if row.due_at is None:
        return True
    pace, user = Pace(notice.game.pace), notice.user
    seat = notice.game.seats.get(number=row.seat)
    calendar = calendar_of(notice.game, seat, row, Absence.objects.filter(user=user).order_by("first"))
    left = row.left - elapsed(calendar, pace, row.since, timezone.now())
    return left > reminder_share(pace, preferences_of(user), notice.number)
