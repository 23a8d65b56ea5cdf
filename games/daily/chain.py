"""Chains of the days' seeds (FAIRDEAL.md)."""

from __future__ import annotations

import logging
import secrets
from datetime import date, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.secret_box import Unreadable, seal, unseal
from games.daily.calendar import DAY
from games.engine import fairdeal
from games.models import DailyChain

# How long before its first day a chain's anchor is published.
AHEAD: Final = timedelta(days=7)

log = logging.getLogger(__name__)


def day_chain(day: date) -> DailyChain | None:
    """The chain that deals the day's hand, if it has begun. One query."""
    first = day - (fairdeal.CHAIN_LENGTH - 1) * DAY
    return DailyChain.objects.filter(first_day__range=(first, day)).order_by("-first_day").first()


def chain_begin(first_day: date) -> DailyChain:
    """The chain that begins on the day, made if there is none."""
    known = DailyChain.objects.filter(first_day=first_day).first()
    if known is not None:
        return known
    top = secrets.token_bytes(fairdeal.SEED_BYTES)
    anchor, now = fairdeal.chain_anchor(top).hex(), timezone.now()
    try:
        with transaction.atomic():
            return DailyChain.objects.create(first_day=first_day, anchor=anchor, sealed=seal(top), created_at=now)
    except IntegrityError:
        return DailyChain.objects.get(first_day=first_day)


def chain_extend(day: date) -> int:
    """Make the chain of the day, and the next one AHEAD of its first day. A chain that cannot be read is replaced from
    the next day on, so that the new anchor is published before its first deal. Returns how many were made.
    """
    made = DailyChain.objects.count()
    chain = day_chain(day) or chain_begin(day)
    tomorrow = day_chain(day + DAY)
    if tomorrow is not None and day_seed(tomorrow, day + DAY) is None:
        log.error("the chain of seeds from %s cannot be read with CHAIN_KEY; a new one begins", tomorrow.first_day)
        chain = chain_begin(day + DAY)
    following = chain.first_day + fairdeal.CHAIN_LENGTH * DAY
    if following <= day + AHEAD:
        chain_begin(following)
    return DailyChain.objects.count() - made


def seed_number(chain: DailyChain, day: date) -> int:
    return (day - chain.first_day).days + 1


def day_seed(chain: DailyChain, day: date) -> bytes | None:
    """The seed of the day's hand; None if the chain's secret cannot be read."""
    try:
        return fairdeal.chain_seed(unseal(chain.sealed), seed_number(chain, day))
    except Unreadable:
        return None


def chain_opening(chain: DailyChain) -> fairdeal.Opening:
    """The facts that the fingerprint covers."""
    first_day, anchor = chain.first_day.isoformat(), bytes.fromhex(chain.anchor)
    return fairdeal.shared_opening(fairdeal.DAILY_PROTOCOL, first_day, anchor)
