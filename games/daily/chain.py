"""Chains of the days' seeds (FAIRDEAL.md)."""

from __future__ import annotations

from datetime import date
from typing import Final

from games.daily.calendar import DAY
from games.daily.seed_chains import ChainPlan
from games.engine import fairdeal
from games.models import DailyChain

DAYS: Final = ChainPlan(DailyChain, fairdeal.DAILY_PROTOCOL, DAY)


def day_chain(day: date) -> DailyChain | None:
    """The chain that deals the day's hand, if it has begun. One query."""
    return DAYS.at(day)


def seed_number(chain: DailyChain, day: date) -> int:
    return DAYS.number(chain, day)


def day_seed(chain: DailyChain, day: date) -> bytes | None:
    """The seed of the day's hand; None if the chain's secret cannot be read."""
    return DAYS.seed(chain, seed_number(chain, day))
