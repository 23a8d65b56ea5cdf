"""Players who have a game's page in view, and the version that they have seen."""

from django.db.models import F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat


def presence_save(*, public_id: str, user: User, version: int = 0) -> None:
    """Record that a player looks at the game. Does nothing for others. One query."""
    _seats(public_id, user).update(looked_at=timezone.now(), seen_version=_seen(version))


def seen_version_save(*, public_id: str, user: User, version: int) -> None:
    """Record the version that a player has seen. One query."""
    _seats(public_id, user).update(seen_version=_seen(version))


def _seats(public_id: str, user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(game__public_id=public_id, user=user, kind=Seat.Kind.PERSON)


def _seen(version: int) -> Greatest:
    """The newer of the stored and this version, but never one ahead of the game."""
    newest = Subquery(Game.objects.filter(pk=OuterRef("game")).values("version"))
    return Greatest(F("seen_version"), Least(Value(version), newest))
