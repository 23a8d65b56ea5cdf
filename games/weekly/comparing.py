"""Compares a week's results with the field, after the week, and adds them to luck-adjusted ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import transaction
from django.db.models import Case, Count, F, FloatField, Sum, Value, When
from django.utils import timezone

from games.models import DuplicateRating, HandPlay, WeeklyResult
from games.ratings import duplicate
from games.weekly.calendar import this_week

BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class _Compared:
    hands: int = 0
    margin: float = 0.0


def weeks_compare() -> int:
    """Compare the results of weeks that are over. Returns how many there were."""
    waiting = WeeklyResult.objects.filter(margin=None, week__lt=this_week()).order_by("week")
    return sum(_week_compare(week) for week in list(waiting.values_list("week", flat=True).distinct()))


def _week_compare(week: date) -> int:
    compared = _margins(week)
    waiting = WeeklyResult.objects.filter(margin=None, week=week).order_by("user")
    people = list(waiting.values_list("user", flat=True))
    for at in range(0, len(people), BATCH):
        _store(week, people[at : at + BATCH], compared)
    return len(people)


def _margins(week: date) -> Mapping[int, _Compared]:
    """By account: its hands that others finished too, and its points fewer than theirs. Two queries."""
    plays = HandPlay.objects.filter(hand__weekly__week=week, counts=True, finished_at__isnull=False)
    fields = plays.values_list("hand").annotate(Count("pk"), Sum("points"))
    # As duplicate.hand_margin, in the database.
    margins = [
        When(hand=hand, then=(Value(float(points)) - F("points")) / Value(players - 1.0) - F("points"))
        for hand, players, points in fields
        if players > 1
    ]
    if not margins:
        return {}
    margin = Case(*margins, output_field=FloatField())
    rows = plays.values_list("user").annotate(compared=Count(margin), margin=Sum(margin))
    return {user: _Compared(hands, total or 0.0) for user, hands, total in rows if user is not None}


@transaction.atomic(durable=True)
def _store(week: date, people: Sequence[int], compared: Mapping[int, _Compared]) -> None:
    results = list(WeeklyResult.objects.select_for_update().filter(week=week, user__in=people).order_by("user"))
    for result in results:
        found = compared.get(result.user_id, _Compared())
        result.compared, result.margin = found.hands, found.margin
    WeeklyResult.objects.bulk_update(results, ["compared", "margin"])
    ratings_write([result.user_id for result in results])


def ratings_write(people: Sequence[int]) -> None:
    """Rewrite these people's luck-adjusted ratings from their results, and delete those without any. Three queries."""
    counted = WeeklyResult.objects.filter(user__in=people, removed_at=None, user__erased_at=None)
    results = counted.filter(margin__isnull=False)
    sums = list(results.values_list("user").annotate(Sum("compared"), Sum("margin")).order_by("user"))
    DuplicateRating.objects.filter(user__in=people).exclude(user__in=counted.values("user")).delete()
    at = timezone.now()
    ratings = [
        DuplicateRating(user_id=user, hands=hands, margin=margin, figure=duplicate.figure(margin, hands), changed_at=at)
        for user, hands, margin in sums
    ]
    DuplicateRating.objects.bulk_create(
        ratings,
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["hands", "margin", "figure", "changed_at"],
    )
