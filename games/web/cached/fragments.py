"""Caches parts of pages that look the same whenever they show the same values."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.fast import switch
from accounts.fast.caches import clear_with_all
from games.web.counting import counts_down

P = ParamSpec("P")
register = template.Library()

# A few kB each.
MAX_ENTRIES: Final = 3000
# Placeholders for a form's token, which is new in each request, and for what changes with time. They are random, so
# nobody can write them into a name.
TOKEN: Final = secrets.token_hex(16)
HOLE: Final = secrets.token_hex(16)


def everywhere() -> Hashable:
    """The cache key of output that does not depend on the reader."""
    return None


def at_reader() -> Hashable:
    """The cache key of output that depends on the reader's language, time zone and date, and on how points count."""
    return get_language(), timezone.get_current_timezone_name(), timezone.localdate(), counts_down(1)


def cached(
    where: Callable[[], Hashable] = at_reader, max_entries: int = MAX_ENTRIES
) -> Callable[[Callable[P, SafeString]], Callable[P, SafeString]]:
    """Cache what the function renders, by its arguments and `where()`. Caches nothing with DEBUG or without the fast
    path.
    """

    def decorate(draw: Callable[P, SafeString]) -> Callable[P, SafeString]:
        # Typed, as safe and plain strings are escaped differently.
        @lru_cache(max_entries, typed=True)
        def drawn_at(_where: Hashable, *args: Any, **named: Any) -> SafeString:
            return draw(*args, **named)

        clear_with_all(drawn_at.cache_clear)

        @wraps(draw)
        def drawn(*args: P.args, **named: P.kwargs) -> SafeString:
            # The types do not say that values are hashable; others raise TypeError.
            plain = settings.DEBUG or not switch.FAST
            return draw(*args, **named) if plain else drawn_at(where(), *args, **named)  # type: ignore[arg-type]

        return drawn

    return decorate


@register.simple_tag(takes_context=True)
def fragment(context: Context, name: str, **values: Hashable) -> SafeString:
    """Render the template called `name` with these hashable values. It sees nothing else of the context, except the
    token of forms.
    """
    return with_token(drawn_fragment(name, **values), context)


def with_token(drawn: SafeString, context: Context) -> SafeString:
    """Put the request's token into its forms. A text without a form reads no token: reading it sets a cookie."""
    if TOKEN not in drawn:
        return drawn
    return SafeString(drawn.replace(TOKEN, str(context.get("csrf_token", ""))))


@cached()
def drawn_fragment(name: str, **values: Hashable) -> SafeString:
    return SafeString(get_template(name).render({**values, "csrf_token": TOKEN}))
