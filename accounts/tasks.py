"""The queue's jobs for accounts."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore


@shared_task
def clear_sessions() -> None:
    """Delete sessions whose time is over; nothing else ever does."""
    SessionStore.clear_expired()
