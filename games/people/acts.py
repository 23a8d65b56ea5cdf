"""Counts of what people did lately, for limits. The person's account is locked, so the counts hold."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from math import ceil
from typing import Final

from django.utils import timezone

from accounts.models import User
from accounts.sweeps import HOUR, sweep
from accounts.transactions.slices import rows_delete
from games.errors import Reason, Refused
from games.models import LimitedAct

# No limit looks back further.
RETENTION: Final = timedelta(days=1)


def acts_note(users: Iterable[User], kind: LimitedAct.Kind, at: datetime, *, about: int = 0) -> None:
    """Record an act of each of these people, in the caller's transaction. One query."""
    LimitedAct.objects.bulk_create(LimitedAct(user=user, kind=kind, about=about, at=at) for user in users)


def acts_since(user: User, kind: LimitedAct.Kind, since: datetime) -> list[LimitedAct]:
    """The person's acts of this kind after `since`. One query."""
    return list(LimitedAct.objects.filter(user=user, kind=kind, at__gt=since))


def check_lately(moments: Iterable[datetime], reason: Reason, *, most: int, span: timedelta, at: datetime) -> None:
    """Check that fewer than `most` of the moments are within `span` before `at`. Raises Refused(reason), with the
    seconds until fewer are.
    """
    lately = sorted(moment for moment in moments if moment > at - span)
    if len(lately) >= most:
        until = next(iter(lately[-most:]), at) + span
        raise Refused(reason, retry_s=ceil((until - at).total_seconds()))


def check_acts(user: User, kind: LimitedAct.Kind, reason: Reason, *, most: int, span: timedelta, at: datetime) -> None:
    """Check that the person did fewer than `most` acts of this kind within `span` before `at`. One query. Raises
    Refused(reason).
    """
    check_lately((act.at for act in acts_since(user, kind, at - span)), reason, most=most, span=span, at=at)


@sweep(every=HOUR, at=time(minute=40))
def acts_forget() -> int:
    """Delete the acts that no limit counts any more, in slices; return how many."""
    return rows_delete(LimitedAct.objects.filter(at__lte=timezone.now() - RETENTION))
