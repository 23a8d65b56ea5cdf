"""Who waits to be paired with others for a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.clocks import Pace
from games.models import Game, QueueEntry
from games.people.block_selectors import apart_from

# The paces at which strangers are paired, and after how long who waits is taken to have left or forgotten it.
QUEUE_LIVES = {Game.Pace.M3: timedelta(minutes=30), Game.Pace.D1: timedelta(days=3)}


@dataclass(frozen=True)
class Waiting:
    """The person's place in the queue, and how many others wait for a game of the same size and pace.

    Those whom a block keeps apart from the person do not count.
    """

    entry: QueueEntry
    others: int

    @property
    def is_live(self) -> bool:
        return Pace(self.entry.pace).is_live


def queue_waiting(at: datetime) -> QuerySet[QueueEntry]:
    """The entries that count at that moment."""
    counts = Q(pk__in=[])
    for pace, life in QUEUE_LIVES.items():
        counts |= Q(pace=pace, created_at__gt=at - life)
    return QueueEntry.objects.filter(counts)


def queue_place(user: User) -> Waiting | None:
    """Where the person stands in the queue; None when they do not wait. One or two queries."""
    waiting = queue_waiting(timezone.now())
    entry = waiting.filter(user=user).first()
    if entry is None:
        return None
    same = waiting.filter(seats_count=entry.seats_count, pace=entry.pace, user__is_active=True)
    return Waiting(entry, same.filter(~apart_from(user, "user")).exclude(pk=entry.pk).count())
