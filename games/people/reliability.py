"""The share of turns that a player takes in time."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db.models import IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.fast.queries import SAMPLE_IDS, SAMPLE_TIME, PreparedQuery, equals_any
from accounts.models import User
from games.models import Seat

COUNTED_SPAN = timedelta(days=180)
COUNTED_GAMES = 50
"""The latest seats count, of those that were taken within the span."""

MIN_TURNS = 20
"""Players with fewer turns are new: no share is shown."""

GATES = (80, 90, 95)
"""Shares that a game may ask for, in per cent."""


class _Sums(Subquery):
    """The sums of both columns over the rows of a subquery."""

    template = "(SELECT ARRAY[sum(turns_in_time), sum(turns_late)] FROM (%(subquery)s) AS latest)"
    output_field = ArrayField(IntegerField(null=True))


def _sums(people: list[int], since: datetime) -> QuerySet[User, tuple[int, list[int | None]]]:
    """The sums of each person's latest seats. PostgreSQL expects a few seats of each and would sort all of them to find
    the latest, so an index alone finds the time of the last one that counts. Bots have no share, and very many seats.
    """
    seats = Seat.objects.filter(joined_at__gt=since)
    last = seats.filter(user_id=OuterRef(OuterRef("pk"))).order_by("-joined_at").values("joined_at")
    from_then = Coalesce(Subquery(last[COUNTED_GAMES - 1 : COUNTED_GAMES]), since)
    latest = seats.filter(user_id=OuterRef("pk"), joined_at__gte=from_then)
    found = User.objects.filter(equals_any("pk", people), is_bot=False)
    return found.values_list("pk", _Sums(latest.order_by().values("turns_in_time", "turns_late")))


_SUMS: Final = PreparedQuery(_sums, people=SAMPLE_IDS, since=SAMPLE_TIME)


class Reliability(NamedTuple):
    """How reliable a player is. `share`: turns in time in whole per cent, rounded down; None for new players."""

    in_time: int = 0
    late: int = 0
    share: int | None = None

    def meets(self, gate: int | None) -> bool:
        """Whether the player reaches the gate. New players may always join."""
        return gate is None or self.share is None or self.share >= gate


def reliability_by_account(ids: Iterable[int]) -> dict[int, Reliability]:
    """The reliability of these accounts. One query, which reads no more than each one's seats that count."""
    asked = set(ids)
    sums = _SUMS.fetch(people=list(asked), since=timezone.now() - COUNTED_SPAN)
    found = {user_id: _reliability(in_time or 0, late or 0) for user_id, (in_time, late) in sums}
    return {user_id: found.get(user_id, Reliability()) for user_id in asked}


def reliability(user: User) -> Reliability:
    """The person's reliability. One query."""
    return reliability_by_account([user.pk])[user.pk]


def _reliability(in_time: int, late: int) -> Reliability:
    turns = in_time + late
    return Reliability(in_time, late, 100 * in_time // turns if turns >= MIN_TURNS else None)
