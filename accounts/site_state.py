"""What holds for the whole site now: asked for by every page, and so kept in the cache."""

import logging
from dataclasses import dataclass

from django.core.cache import cache
from redis.exceptions import RedisError

from accounts.models import SiteState

logger = logging.getLogger(__name__)

KEY = "site:state"
# Should a word of a change be lost between the database and the cache, it holds after so many seconds anyway.
KEPT_S = 60


@dataclass(frozen=True, slots=True)
class SiteNow:
    """`closed`: only staff may come in; `words` is what the others read then, "" for the site's own."""

    banner: str = ""
    closed: bool = False
    words: str = ""


def site_now() -> SiteNow:
    """The site's state. A query once a minute; on each call where Redis does not answer."""
    try:
        known = cache.get(KEY)
        if known is None:
            # Not `set`: a change that comes in between is newer than what is read here.
            cache.add(KEY, site_read(), KEPT_S)
            known = cache.get(KEY)
    except RedisError:
        logger.exception("The site's state is read from the database, as the cache does not answer.")
        known = None
    return known if isinstance(known, SiteNow) else site_read()


def site_read() -> SiteNow:
    """The state as the database has it."""
    row = SiteState.objects.filter(pk=1).first()
    return SiteNow() if row is None else SiteNow(row.banner, row.maintenance, row.maintenance_words)


def site_keep(now: SiteNow) -> None:
    """Tell all processes of a change; after the commit."""
    cache.set(KEY, now, KEPT_S)
