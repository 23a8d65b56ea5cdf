"""Whether a slow game may be played live for some minutes, and whether its players are here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q

from games.models import Game, PersonMark, Preferences, Seat
from games.people.friend_selectors import ONLINE_FOR
from games.play.waits.pauses import active_seats

SPRINT: Final = timedelta(minutes=10)
# A wish counts as long as a look at the table.
WISH: Final = ONLINE_FOR
# No offer and no request for this long after "Not now".
DECLINED_FOR: Final = timedelta(hours=1)
FEWEST: Final = 2


def may_sprint(game: Game, seats: Iterable[Seat], at: datetime) -> bool:
    """Whether the game is slow, and two people or more play it, none by a stand-in bot."""
    if game.status != Game.Status.RUNNING or game.plays_live or game.pace == Game.Pace.NONE or game.sprints_at(at):
        return False
    people = [seat for seat in seats if seat.kind == Seat.Kind.PERSON]
    return len(people) >= FEWEST and len(active_seats(people)) == len(people)


def wants_sprint(seat: Seat, at: datetime) -> bool:
    """Whether the seat's wish still counts."""
    return seat.sprint_wanted_at is not None and seat.sprint_wanted_at > at - WISH


def declines_sprint(seat: Seat, at: datetime) -> bool:
    return seat.sprint_declined_at is not None and seat.sprint_declined_at > at - DECLINED_FOR


def all_here(since: datetime) -> Q:
    """A condition on a seat: its game is slow and runs, and each other person looked at it after `since` and shows it,
    or wants a sprint. Those with a block between them and the seat's player count as away.
    """
    person = OuterRef("user")
    hides = Preferences.objects.filter(user=person, show_online=False)
    viewer = OuterRef(OuterRef("user"))
    either = Q(user=person, other=viewer) | Q(user=viewer, other=person)
    apart = PersonMark.objects.filter(either, kind=PersonMark.Kind.BLOCK)
    is_here = Q(looked_at__gt=since) & ~Exists(hides) & ~Exists(apart)
    others = Seat.objects.filter(game=OuterRef("game"), kind=Seat.Kind.PERSON).exclude(user=OuterRef("user"))
    missing = others.exclude(Q(sprint_wanted_at__gt=since) | is_here)
    slow = [pace.value for pace in Game.Pace if pace != Game.Pace.NONE]
    return Q(game__status=Game.Status.RUNNING, game__pace__in=slow) & ~Q(Exists(missing))
