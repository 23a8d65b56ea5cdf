"""Plays a week's hands, and keeps each person's result."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction
from django.db.models import Count, Max, Sum

from accounts.models import User
from games.daily.errors import DailyReason
from games.daily.owner import Owner
from games.daily.services import hand_begin, play_turn
from games.errors import Refused
from games.models import DuplicateRating, HandPlay, WeeklyHand, WeeklyResult
from games.people.errors import PersonReason
from games.people.locking import locked_people
from games.weekly.calendar import is_over, this_week
from games.weekly.comparing import ratings_write
from games.weekly.errors import WeeklyReason
from games.weekly.hands import hands_deal


@transaction.atomic(durable=True)
def weekly_begin(*, week: date, number: int, user: User) -> HandPlay:
    """Deal the hand to the person. Returns their play as it is if they have begun it. Raises Refused."""
    _check(week, user)
    hand = next((row.hand for row in hands_deal(week) if row.number == number), None)
    if hand is None:
        raise Refused(WeeklyReason.NOT_DEALT)
    return hand_begin(hand, Owner(user))


@transaction.atomic(durable=True)
def weekly_turn(*, week: date, number: int, user: User, turns: int, text: str) -> HandPlay:
    """Take the person's turn, and the bots' after it. `turns`: how many turns the person saw. Raises Refused or
    TurnRefused.
    """
    # First, as a merge of accounts does. Two hands may end at the same time.
    [user] = locked_people([user])
    _check(week, user)
    hand = WeeklyHand.objects.filter(week=week, number=number).first()
    if hand is None:
        raise Refused(DailyReason.NOT_BEGUN)
    play = play_turn(HandPlay.objects.filter(user=user, hand=hand.hand_id), turns, text)
    if play.finished_at is not None:
        result_count(user=user, week=week)
    return play


def _check(week: date, user: User) -> None:
    """Raise Refused if the person may not play in the week."""
    if user.is_guest:
        raise Refused(WeeklyReason.ACCOUNT_NEEDED)
    if user.is_outside_bot:
        raise Refused(PersonReason.OUTSIDE_BOT)
    if week > this_week() or is_over(week):
        raise Refused(WeeklyReason.OVER)


def result_count(*, user: User, week: date) -> None:
    """Store the person's result of the week from their finished hands. Two queries or three. Its comparison with the
    others is computed again.
    """
    plays = HandPlay.objects.filter(user=user, hand__weekly__week=week, finished_at__isnull=False)
    sums = plays.aggregate(hands=Count("pk"), points=Sum("points"), finished_at=Max("finished_at"))
    if not sums["hands"]:
        return
    fresh = sums | {"margin": None, "compared": 0}
    result, _made = WeeklyResult.objects.update_or_create(user=user, week=week, defaults=fresh)
    if result.removed_at is not None:
        result_switch(result, result.removed_at)


def result_switch(result: WeeklyResult, removed_at: datetime | None) -> None:
    """Remove the result, or count it again if there is no `removed_at`, in the caller's transaction. The others of a
    week that is over are compared again by the next sweep.
    """
    counts = removed_at is None
    result.removed_at, result.margin, result.compared = removed_at, None if counts else 0.0, 0
    result.save(update_fields=["removed_at", "margin", "compared"])
    HandPlay.objects.filter(user=result.user_id, hand__weekly__week=result.week).update(counts=counts)
    if is_over(result.week):
        WeeklyResult.objects.filter(week=result.week, removed_at=None).update(margin=None)
        ratings_write([result.user_id])


@transaction.atomic
def weeks_merge(*, first: User, second: User) -> None:
    """Count the weeks of `second` for `first`, which has got its hands already."""
    results = WeeklyResult.objects.filter(user=second)
    weeks = dict(results.values_list("week", "removed_at"))
    results.delete()
    DuplicateRating.objects.filter(user=second).delete()
    for week, removed_at in weeks.items():
        result_count(user=first, week=week)
        merged = WeeklyResult.objects.filter(user=first, week=week, removed_at=None).first()
        if removed_at is not None and merged is not None:
            result_switch(merged, removed_at)


@transaction.atomic
def weeks_erase(*, user: User) -> None:
    """Delete the person's results and luck-adjusted rating."""
    WeeklyResult.objects.filter(user=user).delete()
    DuplicateRating.objects.filter(user=user).delete()
