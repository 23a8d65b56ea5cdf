"""When a person's turns are due."""

from accounts.models import User
from games.models import Deadline, Game


def deadlines_of(user: User) -> list[Deadline]:
    """The running clocks of the turns that wait for the person, with their games, the most urgent first. One query.

    Without those of games that have no pace: nobody is hurried there.
    """
    rows = Deadline.objects.filter(user=user, due_at__isnull=False, game__status=Game.Status.RUNNING)
    rows = rows.exclude(game__pace=Game.Pace.NONE)
    return list(rows.select_related("game").order_by("due_at", "pk"))
