"""Hands of the week, and of the week before."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.daily.owner import Owner
from games.daily.selectors import solo_of
from games.daily.services import hand_begin
from games.daily.solo import played
from games.daily.strongest import strongest_line
from games.engine import legal_turns
from games.models import HandPlay, WeeklyHand, WeeklyResult
from games.weekly.calendar import WEEK, this_week
from games.weekly.comparing import weeks_compare
from games.weekly.hands import hands_deal
from games.weekly.services import weekly_begin, weekly_turn


def weekly_scene(people: Sequence[User], rng: random.Random) -> str:
    """The people play this week, the first one four hands, and have played two weeks before. Returns the week."""
    week = this_week()
    for back in (2, 1):
        _past(week - back * WEEK, people)
    weeks_compare()
    strongest_line(hand_id=hands_deal(week)[0].hand_id)
    for place, person in enumerate(people):
        for number in range(1, 9 if place else 5):
            _play(week, number, person, rng)
    weekly_begin(week=week, number=5, user=people[0])
    return week.isoformat()


def _play(week: date, number: int, person: User, rng: random.Random) -> None:
    play = weekly_begin(week=week, number=number, user=person)
    while play.finished_at is None:
        hand = played(solo_of(play.hand), play.turns)
        turn = max(legal_turns(hand.state), key=lambda turn: (len(turn.cards), rng.random()))
        play = weekly_turn(week=week, number=number, user=person, turns=len(hand.turns), text=str(turn))


def _past(week: date, people: Sequence[User]) -> None:
    """Results of a week that is over."""
    now = timezone.now()
    for place, person in enumerate(people):
        points = [(row.number + place) % 4 for row in hands_deal(week)]
        for row, left in zip(WeeklyHand.objects.filter(week=week).order_by("number"), points, strict=True):
            with transaction.atomic():
                hand_begin(row.hand, Owner(person))
            HandPlay.objects.filter(hand=row.hand, user=person).update(points=left, finished_at=now)
        WeeklyResult.objects.create(user=person, week=week, hands=8, points=sum(points), finished_at=now)
