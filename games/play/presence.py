"""Who has a game's page in view, and what they have seen."""

from datetime import timedelta
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice, Seat

# A page tells of a look every half minute. This and that must stay below the presence's time-out.
REWRITTEN_AFTER: Final = timedelta(minutes=1)


def presence_save(*, public_id: str, user: User, version: int = 0) -> None:
    """Only for players. One query, which writes nothing within a minute of the last look if nothing new was seen."""
    now = timezone.now()
    unseen = Notice.objects.filter(
        game=OuterRef("game"), user=user, status=Notice.Status.WAITING, created_at__gte=OuterRef("looked_at")
    )
    old = Q(looked_at=None) | Q(looked_at__lte=now - REWRITTEN_AFTER) | Q(seen_version__lt=_seen(version))
    _seats(public_id, user).filter(old | Exists(unseen)).update(looked_at=now, seen_version=_seen(version))


def seen_version_save(*, public_id: str, user: User, version: int) -> None:
    """One query."""
    _seats(public_id, user).update(seen_version=_seen(version))


def _seats(public_id: str, user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(game__public_id=public_id, user=user, kind=Seat.Kind.PERSON)


def _seen(version: int) -> Greatest:
    """Never back, nor ahead of the game."""
    newest = Subquery(Game.objects.filter(pk=OuterRef("game")).values("version"))
    return Greatest(F("seen_version"), Least(Value(version), newest))
