"""Members who have the page of a standing table open."""

from django.utils import timezone

from accounts.models import User
from games.models import StandingMember


def member_look(*, public_id: str, user: User) -> None:
    """Record that a member looks at the table. Does nothing for others. One query."""
    StandingMember.objects.filter(table__public_id=public_id, user=user).update(looked_at=timezone.now())
