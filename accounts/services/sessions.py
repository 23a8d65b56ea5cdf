"""Where a person is logged in."""

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import User


def other_sessions(*, user: User, keep: str) -> list[UserSession]:
    """Where else the person is logged in; what is remembered of logins that are over is dropped on the way."""
    return [session for session in UserSession.objects.purge_and_list(user) if session.session_key != keep]


@transaction.atomic(durable=True)
def sessions_end(*, user: User, keep: str) -> int:
    """Log the person out everywhere but in the session `keep`; how many sessions were ended."""
    others = other_sessions(user=user, keep=keep)
    get_adapter().end_sessions(others)
    return len(others)
