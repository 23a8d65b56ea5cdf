"""Deals the hands of a week from their chain (FAIRDEAL.md, `odin-weekly/1`)."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import IntegrityError, transaction

from games.daily.seed_chains import ChainPlan
from games.daily.services import hand_store, seed_solo
from games.engine import fairdeal
from games.errors import Refused
from games.models import WEEK_HANDS, WeeklyChain, WeeklyHand
from games.weekly.calendar import WEEK
from games.weekly.errors import WeeklyReason

WEEKS: Final = ChainPlan(WeeklyChain, fairdeal.WEEKLY_PROTOCOL, WEEK, WEEK_HANDS)


def week_hands(week: date) -> list[WeeklyHand]:
    """The week's hands, if they are dealt. One query."""
    return list(WeeklyHand.objects.filter(week=week).select_related("hand", "chain").order_by("number"))


def hands_deal(week: date) -> list[WeeklyHand]:
    """The week's hands, dealt now if they were not. Raises Refused if their secret cannot be read."""
    known = week_hands(week)
    if known:
        return known
    chain = WEEKS.at(week) or WEEKS.begin(week)
    try:
        with transaction.atomic():
            for number in range(1, WEEK_HANDS + 1):
                _deal(chain, week, number)
    except IntegrityError:
        # Another process deals them at the same time.
        pass
    return week_hands(week)


def _deal(chain: WeeklyChain, week: date, number: int) -> None:
    place = WEEKS.number(chain, week, number)
    seed = WEEKS.seed(chain, place)
    if seed is None:
        raise Refused(WeeklyReason.NOT_DEALT)
    hand = hand_store(seed_solo(WEEKS.opening(chain), seed, place))
    WeeklyHand.objects.create(hand=hand, week=week, number=number, chain=chain)
