"""Whether a reminder still comes at its time."""

from django.utils import timezone

from games.clocks import Pace
from games.models import Absence, Deadline, Notice
from games.people.preference_selectors import preferences_of
from games.play.clock.reminders import reminder_at
from games.play.clock.selectors import calendar_of


def premature(row: Deadline, notice: Notice) -> bool:
    """Whether the reminder would come later by now: more time was given, or absence stopped the clock.

    Where the clock stands still, it is no time for reminders either.
    """
    if row.due_at is None:
        return True
    seat = notice.of_game.seats.get(number=row.seat)
    calendar = calendar_of(notice.of_game, seat, row, Absence.objects.filter(user=notice.user).order_by("first"))
    at = reminder_at(row, Pace(notice.of_game.pace), preferences_of(notice.user), calendar, notice.number)
    return at is not None and at > timezone.now()
