"""Sessions in the database, found by a query that is compiled once a process (SESSION_ENGINE)."""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from accounts.models.prepared_query import SAMPLE_TIME, PreparedQuery


class SessionStore(DatabaseSessions):
    def _get_session_from_db(self) -> AbstractBaseSession | None:
        found = _SESSION.fetch(key=self.session_key or "", at=timezone.now())
        if found:
            return found[0]
        self._session_key = None
        return None


_SESSION: Final = PreparedQuery(
    lambda key, at: SessionStore.get_model_class().objects.filter(session_key=key, expire_date__gt=at),
    key="(a session)",
    at=SAMPLE_TIME,
)
