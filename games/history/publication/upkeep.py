"""Publishes replays without an objection.

Silence counts only from people who know of the request: an email or a push message was sent to them, or they opened
the replay's page, which shows it. Webhooks don't count, because others may read them. The day begins when all people
who have not agreed know. It begins again if that ends, as when an email bounces. A person who cannot be reached has to
agree. A request that is not public after a month lapses, as if its asker withdrew it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.sweeps import sweep
from games.history.publication.selectors import current_publication, may_publish, missing, seats_of
from games.models import Notice, Publication, Seat
from games.play.locking import FINISHED, lock_game_if

OBJECT_WITHIN: Final = timedelta(days=1)
LAPSES_AFTER: Final = timedelta(days=30)
BATCH: Final = 500
_BY_PUSH: Final = Q(channel=Notice.Channel.PUSH)
_BY_MAIL: Final = Q(channel=Notice.Channel.MAIL, user__mail_stopped_at=None)


@sweep(every=timedelta(minutes=1))
def publications_sweep() -> int:
    """Publish the replays of requests that no one objected to. Of more than BATCH requests it looks at others each
    time, so that those of people who cannot be reached hold no other up.
    """
    waiting = Publication.objects.filter(published_at=None, ended_at=None).order_by("?")
    games = list(waiting.values_list("game", flat=True)[:BATCH])
    return sum(publication_advance(game_id=game_id) for game_id in games)


@transaction.atomic(durable=True)
def publication_advance(*, game_id: int) -> bool:
    """Publish the game's replay if its request is due, note since when all people know of it, or end it if it lapsed.
    Returns whether it became public.
    """
    locked = lock_game_if(game_id, status=FINISHED)
    row = current_publication(locked.game) if locked is not None else None
    if locked is None or row is None or row.published_at is not None:
        return False
    game, now = locked.game, locked.now
    waiting = missing(row, seats_of(game))
    row.told_at = _told_at(row, waiting, now)
    if may_publish(game) and (not waiting or _is_past(row.told_at, OBJECT_WITHIN, now)):
        row.published_at = now
    elif _is_past(row.asked_at, LAPSES_AFTER, now):
        row.ended_at, row.ended_by = now, row.asked_by
    row.save(update_fields=["told_at", "published_at", "ended_at", "ended_by"])
    return row.published_at is not None


def _is_past(since: datetime | None, span: timedelta, now: datetime) -> bool:
    return since is not None and since + span <= now


def _told_at(row: Publication, waiting: Collection[Seat], now: datetime) -> datetime | None:
    """Since when all these people know of the request; None if one of them does not. A time in the future, from when
    the clock was wrong, becomes now.
    """
    told = Notice.objects.filter(_BY_MAIL | _BY_PUSH, status=Notice.Status.SENT, kind=Notice.Kind.PUBLISH)
    people = set(told.filter(game=row.game_id, about=row.pk).values_list("user", flat=True))
    if any(seat.number not in row.seen and seat.user_id not in people for seat in waiting):
        return None
    return min(row.told_at or now, now)
