"""The share of turns that a player takes in time."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import Sum
from django.utils import timezone

from accounts.fast.queries import SAMPLE_IDS, SAMPLE_TIME, PreparedQuery, equals_any
from accounts.models import User
from games.models import Seat

COUNTED_SPAN = timedelta(days=180)
"""Seats taken within this time count."""

MIN_TURNS = 20
"""Players with fewer turns are new: no share is shown."""

GATES = (80, 90, 95)
"""Shares that a game may ask for, in per cent."""

_SUMS: Final = PreparedQuery(
    lambda people, since: (
        Seat.objects.filter(equals_any("user_id", people), kind=Seat.Kind.PERSON, joined_at__gt=since)
        .values_list("user_id")
        .annotate(Sum("turns_in_time"), Sum("turns_late"))
        .order_by()
    ),
    people=SAMPLE_IDS,
    since=SAMPLE_TIME,
)


class Reliability(NamedTuple):
    """How reliable a player is. `share`: turns in time in whole per cent, rounded down; None for new players."""

    in_time: int = 0
    late: int = 0
    share: int | None = None

    def meets(self, gate: int | None) -> bool:
        """Whether the player reaches the gate. New players may always join."""
        return gate is None or self.share is None or self.share >= gate


def reliability_by_account(ids: Iterable[int]) -> dict[int, Reliability]:
    """The reliability of these accounts. One query."""
    asked = set(ids)
    sums = _SUMS.fetch(people=list(asked), since=timezone.now() - COUNTED_SPAN)
    found = {user_id: _reliability(in_time, late) for user_id, in_time, late in sums}
    return {user_id: found.get(user_id, Reliability()) for user_id in asked}


def reliability(user: User) -> Reliability:
    """The person's reliability. One query."""
    return reliability_by_account([user.pk])[user.pk]


def _reliability(in_time: int, late: int) -> Reliability:
    turns = in_time + late
    return Reliability(in_time, late, 100 * in_time // turns if turns >= MIN_TURNS else None)
