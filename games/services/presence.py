"""Who looks at a game at this moment, as their page says while it is in view."""

from django.utils import timezone

from accounts.models import User
from games.models import Seat


def seat_looked(*, public_id: str, user: User) -> None:
    """Note that a seated person has the game's page in view. Others leave no trace. One query."""
    Seat.objects.filter(game__public_id=public_id, user=user, kind=Seat.Kind.PERSON).update(looked_at=timezone.now())
