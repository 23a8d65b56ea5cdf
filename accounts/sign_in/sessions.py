"""A person's sessions."""

from collections.abc import Collection
from datetime import time, timedelta

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone

from accounts.metrics.counted import LOGINS
from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import rank_check, staff_check
from accounts.sweeps import DAY, sweep
from accounts.transactions.slices import rows_delete

# A session may be written a little later than its UserSession.
SETTLED = timedelta(days=1)


@sweep(every=DAY, at=time(4))
def sessions_forget() -> int:
    """Delete expired sessions, which nothing else does, and their UserSessions, in slices; return how many of the
    latter.
    """
    rows_delete(Session.objects.filter(expire_date__lt=timezone.now()))
    stands = Exists(Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=timezone.now()))
    rows = UserSession.objects.filter(~stands, last_seen_at__lt=timezone.now() - SETTLED)
    return rows_delete(rows)


def sessions_list(*, user: User) -> list[UserSession]:
    """The account's sessions, without expired ones."""
    return list(UserSession.objects.purge_and_list(user))


def other_sessions(*, user: User, keep: str) -> list[UserSession]:
    return [session for session in sessions_list(user=user) if session.session_key != keep]


def session_is_open(session: Session, user: User) -> bool:
    """Whether `user` is still logged in with it: it has not expired, and the password is the same. No query."""
    if session.expire_date <= timezone.now():
        return False
    login = session.get_decoded()
    marks = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return login.get(SESSION_KEY) == str(user.pk) and login.get(HASH_SESSION_KEY) in marks


@transaction.atomic
def sessions_end(*, user: User, keep: str) -> int:
    """End all sessions but `keep`; return how many. Those from before a new password, which are invalid, lose their
    rows too.
    """
    others = list(UserSession.objects.filter(user=user).exclude(session_key=keep))
    get_adapter().end_sessions(others)
    return len(others)


def connect() -> None:
    for chosen in (password_changed, password_set, password_reset):
        chosen.connect(_password_chosen, dispatch_uid="accounts.sessions.password")
    user_logged_in.connect(_logged_in, dispatch_uid="accounts.sessions.logged_in")


def _logged_in(sender: object, **_more: object) -> None:
    LOGINS.add("ok")


def _password_chosen(sender: object, request: HttpRequest, user: User, **_more: object) -> None:
    sessions_end(user=user, keep=request.session.session_key or "")


@transaction.atomic(durable=True)
def session_end(*, user: User, session_id: int) -> bool:
    """End a session. Returns False if it is over, or another person's."""
    session = UserSession.objects.filter(user=user, pk=session_id).first()
    if session is None or session.purge():
        return False
    get_adapter().end_sessions([session])
    return True


@transaction.atomic(durable=True)
def sessions_end_by(*, actor: User, user: User, session_ids: Collection[int], reason: str) -> int:
    """End sessions as a staff act; return how many. Skips expired sessions and other people's. Only superusers end
    those of superusers and administrators, and no one their own. Raises PermissionDenied, AccountRefused.
    """
    staff_check(actor, "accounts.end_sessions", reason)
    rank_check(actor, user)
    ended = [session for session in sessions_list(user=user) if session.pk in session_ids]
    get_adapter().end_sessions(ended)
    audit_write(actor=actor, action="person.sessions_end", reason=reason, person=user, facts={"ended": len(ended)})
    return len(ended)
