"""Finds what happened since a hook was last read for, and writes a delivery of each event.

Turns, sign-ups and reports write nothing for hooks, so they cost the same with and without. Events become visible when
their transaction commits, so the newest seconds are left for the next reading.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Game, HookDelivery, OperatorHook, Report

LAG: Final = timedelta(seconds=10)
SLICE: Final = 500
"""The most events of a kind that one reading writes down."""
Event = OperatorHook.Event


class Happened(NamedTuple):
    about: int
    at: datetime


def _started(since: datetime, until: datetime) -> QuerySet[Any]:
    games = Game.objects.filter(changed_at__gte=since, started_at__gte=since, started_at__lte=until)
    return games.annotate(at=F("started_at"))


def _ended(status: Game.Status) -> Callable[[datetime, datetime], QuerySet[Any]]:
    def read(since: datetime, until: datetime) -> QuerySet[Any]:
        games = Game.objects.filter(changed_at__gte=since, status=status, ended_at__gte=since, ended_at__lte=until)
        return games.annotate(at=F("ended_at"))

    return read


def _reported(since: datetime, until: datetime) -> QuerySet[Any]:
    return Report.objects.filter(created_at__gte=since, created_at__lte=until).annotate(at=F("created_at"))


def _joined(since: datetime, until: datetime) -> QuerySet[Any]:
    people = User.objects.filter(date_joined__gte=since, date_joined__lte=until, is_bot=False)
    return people.annotate(at=F("date_joined"))


SOURCES: Final[dict[str, Callable[[datetime, datetime], QuerySet[Any]]]] = {
    Event.GAME_STARTED: _started,
    Event.GAME_FINISHED: _ended(Game.Status.FINISHED),
    Event.GAME_CANCELLED: _ended(Game.Status.CANCELLED),
    Event.REPORTED: _reported,
    Event.ACCOUNT: _joined,
}


@transaction.atomic(durable=True)
def events_collect() -> int:
    """Write the deliveries of new events for all hooks; return how many events were found. One query without hooks,
    else one for each event of each hook, and two for each hook.
    """
    until = timezone.now() - LAG
    hooks = OperatorHook.objects.select_for_update(skip_locked=True).filter(stopped_at=None, read_until__lt=until)
    return sum(_collect(hook, until) for hook in hooks)


def _collect(hook: OperatorHook, until: datetime) -> int:
    """Events at the very time of the last reading are read again, because that reading may have been full, without
    those that it wrote.
    """
    found: dict[str, list[Happened]] = {}
    for event in hook.events:
        written = hook.deliveries.filter(event=event, about=OuterRef("pk"))
        rows = SOURCES[event](hook.read_until, until).exclude(Exists(written)).order_by("at", "pk")
        found[event] = [Happened(*row) for row in rows.values_list("pk", "at")[:SLICE]]
        if len(found[event]) == SLICE:
            until = found[event][-1].at
    now = timezone.now()
    deliveries = [
        HookDelivery(hook=hook, event=event, about=row.about, happened_at=row.at, due_at=now)
        for event, rows in found.items()
        for row in rows
        if row.at <= until
    ]
    HookDelivery.objects.bulk_create(deliveries)
    hook.read_until = until
    hook.save(update_fields=["read_until"])
    return len(deliveries)
