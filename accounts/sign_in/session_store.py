"""Sessions in the database (SESSION_ENGINE)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.db import transaction
from django.utils import timezone

from accounts.fast.queries import SAMPLE_ID, SAMPLE_TIME, PreparedQuery
from accounts.models import User
from accounts.signals import session_renewed

# A session that is used lasts: what belongs to it, such as push, must not end while the person plays.
RENEWED_AFTER: Final = timedelta(days=1)
_KEY_CHARS: Final = frozenset(VALID_KEY_CHARS)


class SessionStore(DatabaseSessions):
    _ends_at: datetime | None = None

    def __init__(self, session_key: str | None = None) -> None:
        """Open the session of a cookie, if its value may be a key: PostgreSQL can't search for a null character."""
        super().__init__(session_key if _KEY_CHARS.issuperset(session_key or "") else None)

    def load(self) -> dict[str, Any]:
        """Load the session in one round trip. The row and cookie of a login in use are renewed once a day."""
        row = next(iter(_SESSION.fetch(key=self.session_key or "", at=timezone.now())), None)
        if row is None:
            # Forgets the key, after one more query.
            return dict(super().load())
        found: dict[str, Any] = self.decode(row.session_data)
        self._ends_at = row.expire_date
        if SESSION_KEY in found:
            self.modified = self.modified or self._grows_old(found)
        return found

    def _grows_old(self, found: dict[str, Any]) -> bool:
        """Whether the session should be renewed; not for sessions that end at a fixed time."""
        life = found.get("_session_expiry") or self.get_session_cookie_age()
        if self._ends_at is None or not isinstance(life, int):
            return False
        return self._ends_at < timezone.now() + timedelta(seconds=life) - RENEWED_AFTER

    def exists(self, session_key: str) -> bool:
        """Whether the session goes on. Django's finds expired ones too, until they are deleted once a day."""
        going_on = self.model.objects.filter(session_key=session_key, expire_date__gt=timezone.now())
        return bool(going_on.exists())

    @transaction.atomic
    def cycle_key(self) -> None:
        """Give the session another key, with all that belongs to its login."""
        data, former = dict(self.items()), self.session_key
        self.create()
        self.update(data)
        if not former:
            return
        if SESSION_KEY in data:
            UserSession.objects.filter(session_key=former).update(session_key=self.session_key)
            session_renewed.send(sender=type(self), former=former, key=self.session_key)
        self.delete(former)


_SESSION: Final = PreparedQuery(
    lambda key, at: SessionStore.get_model_class().objects.filter(session_key=key, expire_date__gt=at),
    key="(a session)",
    at=SAMPLE_TIME,
)
ACCOUNT: Final = PreparedQuery(
    lambda key: User.objects.select_related(*settings.LOADED_WITH_ACCOUNTS).filter(pk=key), key=SAMPLE_ID
)
