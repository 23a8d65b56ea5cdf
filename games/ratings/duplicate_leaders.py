"""Luck-adjusted ratings to show: their list, and a player's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import DuplicateRating
from games.ratings.duplicate import MIN_HANDS
from games.web.paging import Page, paged

PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class DuplicateLeader:
    """A row of the list. `figure`: points a hand."""

    place: int
    user: User
    figure: float
    hands: int
    is_me: bool


def duplicate_leaders(viewer: User | None, number: int) -> Page[DuplicateLeader]:
    """A page of the list, best first. One query."""
    page = paged(_listed().select_related("user").order_by("-figure", "user"), number, PAGE)
    first = (page.number - 1) * PAGE + 1
    rows = [
        DuplicateLeader(place, row.user, row.figure, row.hands, viewer is not None and row.user_id == viewer.pk)
        for place, row in enumerate(page.items, first)
    ]
    return Page(rows, page.number, page.has_next)


def duplicate_rating(user: User) -> DuplicateRating | None:
    """The player's luck-adjusted rating, once it has enough hands to be listed. No query after profile.player."""
    row: DuplicateRating | None = getattr(user, "duplicate_rating", None)
    return row if row is not None and row.hands >= MIN_HANDS else None


def hands_missing(user: User) -> int:
    """How many compared hands the person lacks for a place. One query."""
    row: DuplicateRating | None = getattr(user, "duplicate_rating", None)
    return max(MIN_HANDS - (row.hands if row is not None else 0), 0)


def _listed() -> QuerySet[DuplicateRating]:
    """Ratings of open accounts, not suspended, with enough hands."""
    free = Q(user__suspended_until__isnull=True) | Q(user__suspended_until__lte=timezone.now())
    rows = DuplicateRating.objects.filter(free, hands__gte=MIN_HANDS)
    return rows.filter(user__is_active=True, user__erased_at__isnull=True)
