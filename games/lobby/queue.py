"""The queue: pairs people for games of the same size and pace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.transactions.advisory_locks import Lock, lock_until_commit
from games import on_commit
from games.clocks import Pace
from games.errors import Refused
from games.lobby.errors import LobbyReason
from games.lobby.limits import check_new_game, may_begin
from games.lobby.services import NewGame, game_create_for
from games.models import Game, QueueEntry
from games.people.block_selectors import block_between, blocked_pairs
from games.people.locking import check_person, locked_people

# Only this many, the longest waiting ones, are considered.
QUEUE_WINDOW = 100
# Paces of the queue, and when entries lapse.
QUEUE_TIMEOUTS = {Game.Pace.M3: timedelta(minutes=30), Game.Pace.D1: timedelta(days=3)}


@transaction.atomic(durable=True)
def queue_join(*, user: User, seats: int, pace: str = Game.Pace.D1) -> Game | None:
    """Wait for others, or return a game with those who waited longest. Raises Refused."""
    if not 2 <= seats <= 6 or pace not in QUEUE_TIMEOUTS:
        raise Refused(LobbyReason.BAD_OPTIONS)
    lock_until_commit(Lock.QUEUE)
    [user] = locked_people([user])
    check_person(user)
    check_new_game(user, offer=False)
    # Lapsed entries go, even the person's own.
    at = timezone.now()
    QueueEntry.objects.exclude(pk__in=queue_waiting(at).values("pk")).delete()
    # Waiting for another pace does not count.
    QueueEntry.objects.filter(user=user).exclude(pace=pace).delete()
    QueueEntry.objects.update_or_create(
        user=user,
        defaults={"seats_count": seats, "pace": pace},
        create_defaults={"seats_count": seats, "pace": pace, "created_at": at},
    )
    people = _next_group(seats, pace)
    if not people:
        return None
    game = game_create_for(people, NewGame(seats=seats, pace=pace, rated=True), from_queue=True)
    QueueEntry.objects.filter(user__in=people).delete()
    for person in people:
        on_commit.person_event(person.pk, {"type": "paired", "game": game.public_id})
    return game


def _next_group(seats: int, pace: str) -> list[User]:
    """The `seats` longest waiting people who can play together, locked; [] if too few. Deletes entries of people who
    may not play.
    """
    while True:
        people = _matching_group(seats, pace)
        locked = list(User.objects.filter(pk__in=people).select_for_update(no_key=True).order_by("pk"))
        fit = may_begin(locked)
        unfit = [user for user in locked if user.pk not in fit]
        if not unfit:
            return sorted(locked, key=lambda user: people.index(user.pk))
        QueueEntry.objects.filter(user__in=unfit).delete()


def _matching_group(seats: int, pace: str) -> list[int]:
    """The `seats` longest waiting accounts without blocks among them; [] if too few. Greedy: from each in turn, adds
    the next who fits.
    """
    entries = QueueEntry.objects.filter(seats_count=seats, pace=pace).order_by("created_at", "pk")
    waiting = list(entries.values_list("user_id", flat=True)[:QUEUE_WINDOW])
    apart = blocked_pairs(waiting)
    for first in waiting:
        group = [first]
        for other in waiting:
            fits = other != first and not any(frozenset((other, one)) in apart for one in group)
            if fits and len(group) < seats:
                group.append(other)
        if len(group) == seats:
            return sorted(group, key=waiting.index)
    return []


@transaction.atomic(durable=True)
def queue_leave(*, user: User) -> None:
    """Leave the queue, if in it."""
    lock_until_commit(Lock.QUEUE)
    QueueEntry.objects.filter(user=user).delete()


@dataclass(frozen=True)
class QueuePlace:
    """A person's place in the queue. `others` wait for the same size and pace, without blocked ones."""

    entry: QueueEntry
    others: int

    @property
    def is_live(self) -> bool:
        return Pace(self.entry.pace).is_live


def queue_waiting(at: datetime) -> QuerySet[QueueEntry]:
    counts = Q(pk__in=[])
    for pace, life in QUEUE_TIMEOUTS.items():
        counts |= Q(pace=pace, created_at__gt=at - life)
    return QueueEntry.objects.filter(counts)


def queue_place(user: User, entry: QueueEntry | None) -> QueuePlace | None:
    """The place of the person's entry in the queue, if it has not lapsed. One query with an entry."""
    at = timezone.now()
    if entry is None or entry.created_at <= at - QUEUE_TIMEOUTS[Game.Pace(entry.pace)]:
        return None
    same = queue_waiting(at).filter(seats_count=entry.seats_count, pace=entry.pace, user__is_active=True)
    return QueuePlace(entry, same.filter(~block_between(user, "user")).exclude(pk=entry.pk).count())
