"""Periodic repair: queues what a crash lost between commit and send. Sweeps return how many rows they handled."""

from collections.abc import Callable, Collection
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, Least
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.sweeps import CLOCKS_DIFFER, DAY, HOUR, sweep
from games import on_commit
from games.lobby.expiry import OFFER_LIFE, contributions_close, offer_expire
from games.models import Deadline, Game, Move, Seat
from games.models.deadline import ACTIVE_STEP
from games.notices.claim import outbox_drop
from games.notices.due import outbox_queue, outbox_tidy
from games.notices.links.turn import links_tidy

BOT_RETRY_AFTER = timedelta(seconds=15)
# Two rounds of the sweep.
ANNOUNCE_SPAN = timedelta(seconds=60)
BATCH = 500
# Until a guest who takes no turn is deleted; the privacy page says so.
GUEST_LIFE = timedelta(days=30)
# The sweep's interval, and how far it looks ahead.
WAITS_EVERY = timedelta(seconds=5)
CLAIM_TIMEOUT = timedelta(seconds=60)
# None in a pause.
_DUE = Least("due_at", "remind_at", "order_at", "notice_at")


@sweep(every=timedelta(seconds=10))
def bots_sweep() -> int:
    late = list(bots_late(timezone.now())[:BATCH])
    seats = Seat.objects.filter(game__in=[game.pk for game in late], held_by__is_bot=False)
    among_people = set(seats.values_list("game_id", flat=True))
    return _for_each(late, lambda game: on_commit.bot_is_due(game, idle=game.pk not in among_people, pause_s=0))


def bots_late(at: datetime) -> QuerySet[Game]:
    """Games whose bot's task is lost, or waits for a wrong clock's time, the longest wait first."""
    lost = Q(deadline__bot_since__lte=at - BOT_RETRY_AFTER) | Q(deadline__bot_since__gt=at + CLOCKS_DIFFER)
    return Game.objects.filter(lost, status=Game.Status.RUNNING).order_by("deadline__bot_since")


@sweep(every=WAITS_EVERY)
def waits_sweep() -> int:
    """Claim due waits in batches and queue them.

    A claim moves `next_at`, so that no other sweep takes the row; the task writes the true time, or the row is due
    again after CLAIM_TIMEOUT. Waits are queued ahead of time, to the second, because planned turns that act only at
    sweeps could be recognised.
    """
    waits_put_off(timezone.now())
    found = 0
    while batch := _waits_claim(timezone.now()):
        found += len(batch)
    return found


@transaction.atomic(durable=True)
def waits_put_off(at: datetime) -> None:
    """Postpone waits whose `next_at` is early, because turns leave it where it is early enough
    (games.play.storing.one_statement). One query.
    """
    until = at + WAITS_EVERY
    early = waits_read(until).alias(due=_DUE).filter(due__gt=until)
    Deadline.objects.filter(pk__in=early.values("pk")).update(next_at=_DUE)


def waits_due(at: datetime) -> QuerySet[Deadline, tuple[int, datetime | None]]:
    """Ids and due times, earliest first, unlocked rows only."""
    rows = waits_read(at + WAITS_EVERY).order_by("next_at")
    return rows.values_list("pk", Coalesce(_DUE, "next_at"))[:BATCH]


def waits_read(until: datetime) -> QuerySet[Deadline]:
    return Deadline.objects.select_for_update(skip_locked=True).filter(next_at__lte=until)


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
    since = timezone.now() - ANNOUNCE_SPAN
    found = [*games_changed(since)[:BATCH], *games_played(since)[:BATCH]]
    return _for_each({game.pk: game for game in found}.values(), on_commit.game_reannounced)


def games_changed(since: datetime) -> QuerySet[Game]:
    """Games that changed since then, except by plain turns."""
    return Game.objects.select_related("deadline").filter(changed_at__gte=since).order_by("changed_at")


def games_played(since: datetime) -> QuerySet[Game]:
    """Games with a turn since then. `active_at` may be a step behind."""
    waits = Game.objects.select_related("deadline").filter(deadline__since__gte=since)
    return waits.filter(deadline__active_at__gte=since - ACTIVE_STEP).order_by("deadline__active_at")


@sweep(every=timedelta(seconds=15))
def outbox_sweep() -> int:
    """Queue due notifications, and drop stale ones first."""
    return outbox_drop(limit=BATCH) + outbox_queue(limit=BATCH)


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


@sweep(every=DAY, at=time(4, 30))
def guests_sweep() -> int:
    """Erase guests who took no turn for GUEST_LIFE; a bot plays on in their seats."""
    since = timezone.now() - GUEST_LIFE
    own = Move.objects.filter(actor=OuterRef("pk"), hand__game__seats__user=OuterRef("pk"))
    lately = own.filter(by__in=(Move.By.PLAYER, Move.By.AUTO), created_at__gt=since)
    guests = User.objects.filter(is_guest=True, erased_at=None, merged_into=None, date_joined__lte=since)
    idle = guests.filter(~Exists(lately)).order_by("pk")[:BATCH]
    for guest in (found := list(idle)):
        account_erase(user=guest)
    return len(found)


def _for_each(games: Collection[Game], tell: Callable[[Game], None]) -> int:
    with transaction.atomic():
        for game in games:
            tell(game)
    return len(games)
