"""Periodic repair: queues what a crash lost between commit and send. Sweeps return how many."""

from collections.abc import Callable
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.sweeps import DAY, HOUR, sweep
from games import on_commit
from games.lobby.expiry import OFFER_LIFE, contributions_close, offer_expire
from games.models import Deadline, Game, Seat
from games.notices.due import outbox_queue, outbox_tidy
from games.notices.links.turn import links_tidy

BOT_RETRY_AFTER = timedelta(seconds=15)
# Two rounds of the sweep.
ANNOUNCE_SPAN = timedelta(seconds=60)
BATCH = 500
# The sweep's interval, and how far it looks ahead.
WAITS_EVERY = timedelta(seconds=5)
CLAIM_TIMEOUT = timedelta(seconds=60)


@sweep(every=timedelta(seconds=10))
def bots_sweep() -> int:
    late = Game.objects.filter(
        status=Game.Status.RUNNING, bot_acts=True, waiting_since__lte=timezone.now() - BOT_RETRY_AFTER
    ).order_by("waiting_since")[:BATCH]
    seats = Seat.objects.filter(game__in=[game.pk for game in late], held_by__is_bot=False)
    among_people = set(seats.values_list("game_id", flat=True))
    return _for_each(late, lambda game: on_commit.bot_is_due(game, idle=game.pk not in among_people))


@sweep(every=WAITS_EVERY)
def waits_sweep() -> int:
    """Claim due waits in batches and queue them.

    A claim moves `next_at`, so that no other sweep takes the row; the task writes the true time, or the row is due
    again after CLAIM_TIMEOUT. Waits are queued ahead of time, to the second: standing orders acting only at sweeps
    could be recognised.
    """
    found = 0
    while batch := _waits_claim(timezone.now()):
        found += len(batch)
    return found


def waits_due(at: datetime) -> QuerySet[Deadline, tuple[int, datetime | None]]:
    """Ids and due times, earliest first, unlocked rows only."""
    rows = Deadline.objects.select_for_update(skip_locked=True).filter(next_at__lte=at + WAITS_EVERY)
    return rows.order_by("next_at").values_list("pk", "next_at")[:BATCH]


@transaction.atomic(durable=True)
def _waits_claim(at: datetime) -> list[int]:
    found = {game_id: next_at for game_id, next_at in waits_due(at) if next_at is not None}
    Deadline.objects.filter(pk__in=found).update(next_at=at + CLAIM_TIMEOUT)
    for game_id, next_at in found.items():
        on_commit.wait_is_due(game_id, pause_s=max((next_at - at).total_seconds(), 0))
    return list(found)


@sweep(every=timedelta(seconds=30))
def live_sweep() -> int:
    """Announce recently changed games again; pages that know the version ignore it."""
    lately = Game.objects.select_related("deadline").filter(changed_at__gte=timezone.now() - ANNOUNCE_SPAN)
    return _for_each(lately.order_by("changed_at")[:BATCH], on_commit.game_reannounced)


@sweep(every=timedelta(seconds=15))
def outbox_sweep() -> int:
    return outbox_queue(limit=BATCH)


@sweep(every=DAY, at=time(4, 20))
def notices_sweep() -> int:
    return outbox_tidy() + links_tidy()


@sweep(every=timedelta(seconds=10))
def starts_sweep() -> int:
    """Start full games when contributions are due."""
    due = Game.objects.filter(status=Game.Status.OPEN, contributions_due_at__lte=timezone.now())
    ids = list(due.order_by("contributions_due_at").values_list("public_id", flat=True)[:BATCH])
    return sum(contributions_close(public_id=public_id) for public_id in ids)


@sweep(every=HOUR)
def offers_sweep() -> int:
    """Cancel old offers that no one joined."""
    old = Game.objects.filter(status=Game.Status.OPEN, created_at__lte=timezone.now() - OFFER_LIFE)
    lonely = old.alias(people=Count("seats", filter=Q(seats__kind=Seat.Kind.PERSON))).filter(people__lte=1)
    ids = list(lonely.order_by("created_at").values_list("public_id", flat=True)[:BATCH])
    return sum(offer_expire(public_id=public_id) for public_id in ids)


def _for_each(games: QuerySet[Game], tell: Callable[[Game], None]) -> int:
    found = list(games)
    with transaction.atomic():
        for game in found:
            tell(game)
    return len(found)
