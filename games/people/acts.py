"""Counts of what people did lately, for limits. The person's account is locked, so the counts hold."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Final

from django.utils import timezone

from accounts.models import User
from accounts.sweeps import HOUR, sweep
from accounts.transactions.slices import rows_delete
from games.models import LimitedAct

# No limit looks back further.
RETENTION: Final = timedelta(days=1)


def acts_note(users: Iterable[User], kind: LimitedAct.Kind, at: datetime, *, about: int = 0) -> None:
    """Record an act of each of these people, in the caller's transaction. One query."""
    LimitedAct.objects.bulk_create(LimitedAct(user=user, kind=kind, about=about, at=at) for user in users)


def acts_since(user: User, kind: LimitedAct.Kind, since: datetime) -> list[LimitedAct]:
    """The person's acts of this kind after `since`. One query."""
    return list(LimitedAct.objects.filter(user=user, kind=kind, at__gt=since))


@sweep(every=HOUR, at=time(minute=40))
def acts_forget() -> int:
    """Delete the acts that no limit counts any more, in slices; return how many."""
    return rows_delete(LimitedAct.objects.filter(at__lte=timezone.now() - RETENTION))
