"""How many of their turns people take in time: what others may know before they sit down with somebody."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from games.models import Seat

LATELY = timedelta(days=180)
"""What counts: the seats that were taken within so long."""

ENOUGH = 20
"""Of fewer turns nothing is said: whoever has taken no more is new here."""

GATES = (80, 90, 95)
"""What a table may ask of those who sit down, in per cent."""


class Reliability(NamedTuple):
    """Turns taken in time, times that ran out, and the share of the first in whole per cent, rounded down.

    `share` is None for who is new here.
    """

    in_time: int = 0
    late: int = 0
    share: int | None = None

    def meets(self, gate: int | None) -> bool:
        """Whether a table that asks for so many per cent lets the person in. Newcomers may join everywhere."""
        return gate is None or self.share is None or self.share >= gate


def reliability_of(ids: Iterable[int]) -> dict[int, Reliability]:
    """The figures of each of these accounts. One query."""
    asked = set(ids)
    seats = Seat.objects.filter(user__in=asked, kind=Seat.Kind.PERSON, joined_at__gt=timezone.now() - LATELY)
    sums = seats.values_list("user_id").annotate(Sum("turns_in_time"), Sum("turns_late")).order_by()
    found = {user_id: _reliability(in_time, late) for user_id, in_time, late in sums}
    return {user_id: found.get(user_id, Reliability()) for user_id in asked}


def reliability(user: User) -> Reliability:
    """One person's figures. One query."""
    return reliability_of([user.pk])[user.pk]


def _reliability(in_time: int, late: int) -> Reliability:
    turns = in_time + late
    return Reliability(in_time, late, 100 * in_time // turns if turns >= ENOUGH else None)
