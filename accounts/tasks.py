"""The queue's jobs for accounts."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts.services.addresses import addresses_release
from accounts.services.sessions import sessions_forget
from accounts.services.traces import network_note, networks_forget


@shared_task
def clear_sessions() -> None:
    """Delete sessions whose time is over, and what is remembered of those logins; nothing else ever does."""
    SessionStore.clear_expired()
    sessions_forget()


@shared_task
def note_network(user_id: int, network: str) -> None:
    """Note that the account was used from the network."""
    network_note(user_id=user_id, network=network)


@shared_task
def forget_networks() -> None:
    """Forget networks whose time is over."""
    networks_forget()


@shared_task
def release_addresses() -> None:
    """Forget the addresses of erased accounts about which no decision holds any more."""
    addresses_release()
