"""Parts of pages that are the same for the same values, drawn once a process."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import date
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

# A few kB each.
KEPT: Final = 3000


@register.simple_tag
def fragment(name: str, **values: Hashable) -> SafeString:
    """The template called `name` with these frozen values and nothing else: neither form tokens nor the request.

    Kept for each language, time zone and day, as words of times depend on them.
    """
    return _drawn(
        name, get_language(), timezone.get_current_timezone_name(), timezone.localdate(), tuple(values.items())
    )


@lru_cache(KEPT)
def _drawn(
    name: str, _language: str | None, _zone: str, _day: date, values: tuple[tuple[str, Hashable], ...]
) -> SafeString:
    return SafeString(get_template(name).render(dict(values)))
