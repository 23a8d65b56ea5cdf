"""Notes networks of logged-in people: once a day, after the page, by a task."""

import logging
from collections.abc import Callable
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.cache import cache
from django.db.models.signals import pre_save
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts import tasks
from accounts.fast.caches import LruCache
from accounts.sign_in.network_traces import NO_ADDRESS, network_key

logger = logging.getLogger(__name__)

DAY_S = 86_400
# A process does not ask the cache again for this long, so a trace may be an hour late.
KNOWN_S = 3_600
# Some 200 bytes each.
MAX_ENTRIES: Final = 20_000

# The time of the last look into the cache, by account and network.
known_networks: Final[LruCache[float]] = LruCache("networks", MAX_ENTRIES)


class NetworkMiddleware:
    """Asks the cache once an hour for each account and network, never the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # After the page, so that a login counts.
        if settings.NETWORK_DAYS and request.user.is_authenticated:
            _note(request.user.pk, network_key(request.META.get("REMOTE_ADDR", "")))
        return response


def connect() -> None:
    """Remove addresses from allauth's sessions if no networks are stored."""
    pre_save.connect(_without_address, sender=UserSession, dispatch_uid="accounts.networks")


def _note(user_id: int, network: str) -> None:
    if not network:
        return
    now = timezone.now().timestamp()
    asked_at = known_networks.get((user_id, network))
    if asked_at is not None and abs(now - asked_at) < KNOWN_S:
        return
    try:
        if cache.add(f"network:{user_id}:{network}", 1, DAY_S):
            tasks.network_note.delay(user_id, network)
        known_networks.put((user_id, network), now)
    except (RedisError, OperationalError) as error:
        # The cache has logged that Redis is away, and set no mark.
        logger.debug("The network of #%s is not noted: %r", user_id, error)


def _without_address(sender: object, instance: UserSession, **_more: Any) -> None:
    if not settings.NETWORK_DAYS:
        instance.ip = NO_ADDRESS
