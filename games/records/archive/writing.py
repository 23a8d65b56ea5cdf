"""Writes the archive, a part of a month at a time, so that no task needs the memory or the time of a whole month."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import sweep
from games.history.record import RecordJson, ended_records
from games.models import ArchiveMonth, ArchivePart, Game, Preferences, Seat
from games.people.locking import locked_preferences
from games.people.preference_selectors import preferences_of

PART: Final = 200
"""Games in a part."""
# The turns of a game that ends at midnight may be written a moment later.
GRACE: Final = timedelta(hours=1)
ARCHIVED: Final = Q(status=Game.Status.FINISHED, visibility=Game.Visibility.PUBLIC)


class FileReplaced(Exception):
    """A month's file is not whole any more."""


@sweep(every=timedelta(minutes=1))
@transaction.atomic(durable=True)
def archive_sweep() -> int:
    """Write the next part of the archive; return its number of games."""
    month = ArchiveMonth.objects.filter(writing__isnull=False).order_by("month").first() or _month_begin()
    return 0 if month is None else _part_write(month)


def _month_begin() -> ArchiveMonth | None:
    """Begin the oldest month that is missing, or one that a person left; None if all is written."""
    month = _next_month() or ArchiveMonth.objects.filter(stale=True).order_by("month").first()
    if month is None:
        return None
    month.writing, month.after_time, month.after_game, month.games_so_far = month.edition + 1, None, 0, 0
    month.stale = False
    month.save()
    return month


def _next_month() -> ArchiveMonth | None:
    """The first month with games after the newest in the archive, if it is over."""
    newest = ArchiveMonth.objects.order_by("-month").first()
    games = Game.objects.filter(ARCHIVED)
    if newest is not None:
        games = games.filter(ended_at__gte=_start(_following(newest.month)))
    ended = games.order_by("ended_at", "pk").values_list("ended_at", flat=True).first()
    if ended is None:
        return None
    first = ended.astimezone(UTC).date().replace(day=1)
    return ArchiveMonth(month=first) if _start(_following(first)) + GRACE <= timezone.now() else None


def _following(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def _start(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _part_write(month: ArchiveMonth) -> int:
    """Write the next games of the month. Without any, finish its edition."""
    assert month.writing is not None
    games = list(_games_left(month)[:PART])
    if not games:
        _month_finish(month)
        return 0
    records = _records(games)
    if records:
        lines = "".join(f"{json.dumps(record, separators=(',', ':'))}\n" for record in records)
        number = month.parts.filter(edition=month.writing).count()
        ArchivePart.objects.create(
            month=month, edition=month.writing, number=number, data=gzip.compress(lines.encode(), mtime=0)
        )
    month.after_time, month.after_game = games[-1].ended_at, games[-1].pk
    month.games_so_far += len(records)
    month.save(update_fields=["after_time", "after_game", "games_so_far"])
    return len(games)


def _games_left(month: ArchiveMonth) -> QuerySet[Game]:
    begin, end = _start(month.month), _start(_following(month.month))
    games = Game.objects.filter(ARCHIVED, ended_at__gte=begin, ended_at__lt=end)
    if month.after_time is not None:
        later = Q(ended_at__gt=month.after_time) | Q(ended_at=month.after_time, pk__gt=month.after_game)
        games = games.filter(later, ended_at__gte=month.after_time)
    return games.order_by("ended_at", "pk")


def _records(games: Sequence[Game]) -> list[RecordJson]:
    """The records without the names of people who left the archive or whose accounts are deleted. A game without
    another person is left out.
    """
    records = ended_records(games)
    people = Seat.objects.filter(game__in=games, kind=Seat.Kind.PERSON)
    left_it = Q(user__preferences__archive=False) | Q(user__merged_into__preferences__archive=False)
    hidden = left_it | Q(user__erased_at__isnull=False)
    left: dict[int, set[int]] = {}
    for game_id, number in people.filter(hidden).values_list("game", "number"):
        left.setdefault(game_id, set()).add(number)
    found = []
    for game in games:
        record, gone = records[game.pk], left.get(game.pk, set())
        persons = {player["seat"] for player in record["players"] if player["kind"] == Seat.Kind.PERSON}
        if gone and gone >= persons:
            continue
        for player in record["players"]:
            if player["seat"] in gone:
                player["name"] = f"Player {player['seat'] + 1}"
        found.append(record)
    return found


def _month_finish(month: ArchiveMonth) -> None:
    """Replace the last edition by the one that is written whole."""
    digest, size = hashlib.sha256(), 0
    for data in edition_parts(month, month.writing or 0):
        digest.update(data)
        size += len(data)
    month.edition, month.writing = month.writing or 0, None
    month.games, month.size, month.sha256 = month.games_so_far, size, digest.hexdigest()
    month.written_at = timezone.now()
    month.save(
        update_fields=["edition", "writing", "games", "size", "sha256", "written_at"],
    )
    month.parts.exclude(edition=month.edition).delete()


def edition_parts(month: ArchiveMonth, edition: int) -> Iterator[bytes]:
    """The parts in order, one in memory at a time. A query a part."""
    parts = ArchivePart.objects.filter(month=month, edition=edition)
    number = 0
    while (data := parts.filter(number=number).values_list("data", flat=True).first()) is not None:
        yield bytes(data)
        number += 1


def file_parts(month: ArchiveMonth) -> Iterator[bytes]:
    """The parts of the month's file. Raises FileReplaced after those that are there if another edition has replaced
    it.
    """
    left = month.size
    for data in edition_parts(month, month.edition):
        left -= len(data)
        yield data
    if left:
        raise FileReplaced(str(month))


@transaction.atomic(durable=True)
def archive_choose(*, user: User, shown: bool) -> Preferences:
    """Set whether the archive names the person. Months with their games are written again. Raises Refused if the
    account is closed.
    """
    preferences = locked_preferences(user)
    if preferences.archive != shown:
        preferences.archive = shown
        preferences.save(update_fields=["archive"])
        months_outdate(user)
    return preferences


def archive_merge(*, first: User, second: User) -> None:
    """Have the archive name `second` no more if `first` has left it. Runs in the merging transaction."""
    if not preferences_of(first).archive:
        months_outdate(second)


def months_outdate(user: User) -> None:
    """Have all months with games of the person, and of accounts merged into theirs, written again. Runs in the caller's
    transaction.
    """
    theirs = Q(user=user) | Q(user__merged_into=user)
    seats = Seat.objects.filter(theirs, game__status=Game.Status.FINISHED)
    months = seats.annotate(month=TruncMonth("game__ended_at", tzinfo=UTC)).values_list("month", flat=True).distinct()
    ArchiveMonth.objects.filter(month__in=[month.date() for month in months]).update(stale=True)
