"""Where a person is logged in."""

from collections.abc import Collection
from datetime import time, timedelta

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import rank_check, staff_check
from accounts.sweeps import DAY, sweep

# A login's session may be written a little later than what is remembered of it.
SETTLED = timedelta(days=1)


@sweep(every=DAY, at=time(4))
@transaction.atomic(durable=True)
def sessions_forget() -> int:
    """Delete sessions that have expired, which nothing else does, and what is remembered of those logins; how many."""
    SessionStore.clear_expired()
    stands = Exists(Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=timezone.now()))
    rows = UserSession.objects.filter(~stands, last_seen_at__lt=timezone.now() - SETTLED)
    forgotten: int = rows.delete()[0]
    return forgotten


def sessions_of(*, user: User) -> list[UserSession]:
    """Where the person is logged in; what is remembered of logins that are over is dropped on the way."""
    return list(UserSession.objects.purge_and_list(user))


def other_sessions(*, user: User, keep: str) -> list[UserSession]:
    """Where the person is logged in but in the session `keep`."""
    return [session for session in sessions_of(user=user) if session.session_key != keep]


@transaction.atomic
def sessions_end(*, user: User, keep: str) -> int:
    """Log the person out everywhere but in the session `keep`; how many sessions were ended."""
    others = other_sessions(user=user, keep=keep)
    get_adapter().end_sessions(others)
    return len(others)


@transaction.atomic(durable=True)
def session_end(*, user: User, session_id: int) -> bool:
    """Log the person out of one session; False where it is over, or somebody else's."""
    session = UserSession.objects.filter(user=user, pk=session_id).first()
    if session is None or session.purge():
        return False
    get_adapter().end_sessions([session])
    return True


@transaction.atomic(durable=True)
def sessions_end_by(*, actor: User, user: User, session_ids: Collection[int], reason: str) -> int:
    """Log a person out of these of their sessions, as a staff act; how many were ended.

    Those of another person, and those that are over, are passed over. Those of superusers and administrators are ended
    by superusers alone, one's own on the own page. Raises PermissionDenied, AccountRefused.
    """
    staff_check(actor, "accounts.end_sessions", reason)
    rank_check(actor, user)
    ended = [session for session in sessions_of(user=user) if session.pk in session_ids]
    get_adapter().end_sessions(ended)
    audit_write(actor=actor, action="person.sessions_end", reason=reason, person=user, facts={"ended": len(ended)})
    return len(ended)
