"""The site's state, cached in each process, because every page and socket needs it."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from time import monotonic

from django.core.cache import cache

from accounts.models import Registration, SiteState

# Another key for other fields: a process of the version before reads its own.
KEY = "site:state:2"
# If Redis misses a change, the change takes effect after these seconds.
KEPT_S = 60
# A process trusts its copy for FRESH_S, and up to USABLE_S while a thread reads a newer one.
FRESH_S = 1.0
USABLE_S = 3.0


@dataclass(frozen=True, slots=True)
class SiteNow:
    """The site's state. `closed`: only staff come in; the others read `words`, "" for the site's own."""

    banner: str = ""
    closed: bool = False
    words: str = ""
    registration: Registration = Registration.OPEN
    guests_join: bool = True

    @classmethod
    def of(cls, row: SiteState) -> SiteNow:
        registration = Registration(row.registration)
        return cls(row.banner, row.maintenance, row.maintenance_words, registration, row.guests_join)


@dataclass(frozen=True, slots=True)
class _Copy:
    now: SiteNow
    at: float


_copy: _Copy | None = None
# Held by the one thread that reads a newer copy.
_reading = Lock()


def site_now() -> SiteNow:
    """Asks Redis at most once a second, and the database if Redis does not answer or know."""
    fresh = site_fresh()
    if fresh is not None:
        return fresh
    copy = _copy
    usable = copy is not None and monotonic() - copy.at < USABLE_S
    if not _reading.acquire(blocking=not usable):
        assert copy is not None
        return copy.now
    try:
        return site_fresh() or _renew()
    finally:
        _reading.release()


def site_fresh() -> SiteNow | None:
    """This process's copy, or None when it is due to be read. Never waits."""
    copy = _copy
    return copy.now if copy is not None and monotonic() - copy.at < FRESH_S else None


def site_read() -> SiteNow:
    row = SiteState.objects.filter(pk=1).first()
    return SiteNow() if row is None else SiteNow.of(row)


def site_keep(now: SiteNow) -> None:
    """Publish a change after its commit: here immediately, in other processes within a second."""
    global _copy
    _copy = _Copy(now, monotonic())
    cache.set(KEY, now, KEPT_S)


def _renew() -> SiteNow:
    """Read and cache the state, unless this process has changed it since."""
    global _copy
    before = _copy
    now = _ask()
    if _copy is before:
        _copy = _Copy(now, monotonic())
    return _copy.now if _copy is not None else now


def _ask() -> SiteNow:
    known = cache.get(KEY)
    if known is None:
        # Not `set`: a change in between is newer.
        cache.add(KEY, site_read(), KEPT_S)
        known = cache.get(KEY)
    return known if isinstance(known, SiteNow) else site_read()
