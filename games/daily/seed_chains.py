"""Chains of sealed seeds, whose anchors are published before their first deal (FAIRDEAL.md)."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Generic, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.secret_box import Unreadable, seal, unseal
from games.engine import fairdeal
from games.models import DailyChain, WeeklyChain

Chain = TypeVar("Chain", DailyChain, WeeklyChain)
# How long before its first day a chain's anchor is published.
AHEAD: Final = timedelta(days=7)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChainPlan(Generic[Chain]):
    """How a kind of hands uses its chains: `hands` seeds every `period`, from a chain's first day on."""

    rows: type[Chain]
    protocol: str
    period: timedelta
    hands: int = 1

    @property
    def span(self) -> timedelta:
        """How long a chain lasts."""
        return fairdeal.CHAIN_LENGTH // self.hands * self.period

    def at(self, day: date) -> Chain | None:
        """The chain of the period that begins on the day, if the chain has begun. One query."""
        first = day - self.span + self.period
        return self.rows.objects.filter(first_day__range=(first, day)).order_by("-first_day").first()

    def begin(self, first_day: date) -> Chain:
        """The chain that begins on the day, made if there is none."""
        known = self.rows.objects.filter(first_day=first_day).first()
        if known is not None:
            return known
        top = secrets.token_bytes(fairdeal.SEED_BYTES)
        anchor, now = fairdeal.chain_anchor(top).hex(), timezone.now()
        try:
            with transaction.atomic():
                return self.rows.objects.create(first_day=first_day, anchor=anchor, sealed=seal(top), created_at=now)
        except IntegrityError:
            return self.rows.objects.get(first_day=first_day)

    def extend(self, day: date) -> int:
        """Make the chain of the period that begins on the day, and the next one AHEAD of its first day. A chain that
        cannot be read is replaced from the next period on, so that the new anchor is published before its first deal.
        Returns how many were made.
        """
        made = self.rows.objects.count()
        chain, later = self.at(day) or self.begin(day), day + self.period
        following = self.at(later)
        if following is not None and self.seed(following, self.number(following, later)) is None:
            log.error("the chain of seeds from %s cannot be read with CHAIN_KEY; a new one begins", following.first_day)
            chain = self.begin(later)
        if chain.first_day + self.span <= day + AHEAD:
            self.begin(chain.first_day + self.span)
        return self.rows.objects.count() - made

    def number(self, chain: Chain, day: date, hand: int = 1) -> int:
        """The number in the chain of the period's hand, counted from 1."""
        return (day - chain.first_day) // self.period * self.hands + hand

    def seed(self, chain: Chain, number: int) -> bytes | None:
        """The seed with the number; None if the chain's secret cannot be read."""
        try:
            return fairdeal.chain_seed(unseal(chain.sealed), number)
        except Unreadable:
            return None

    def opening(self, chain: Chain) -> fairdeal.Opening:
        """The facts that the fingerprint covers."""
        return fairdeal.shared_opening(self.protocol, chain.first_day.isoformat(), bytes.fromhex(chain.anchor))
