"""Preload links for the modules that a script imports."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

# One import per line. Dynamic imports are not preloaded.
IMPORT: Final = re.compile(r'^(?:import|export)\b[^;("]*"(\.[^"]+)";$', re.MULTILINE)

register = template.Library()


@register.simple_tag
def modulepreload(entry: str) -> SafeString:
    """All modules that `entry` imports, directly or not. Reads the scripts once a process, with DEBUG each time. Raises
    FileNotFoundError.
    """
    return _links(entry) if settings.DEBUG else _kept(entry)


def _links(entry: str) -> SafeString:
    link = '<link rel="modulepreload" fetchpriority="low" href="{}">'
    return format_html_join("\n", link, ((static(module),) for module in imported(entry)))


_kept = cache(_links)


def imported(entry: str) -> tuple[str, ...]:
    """The modules that `entry` imports, directly or not, by name."""
    found: set[str] = set()
    unread = [entry]
    while unread:
        name = unread.pop()
        new = {
            posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in IMPORT.findall(_text(name))
        }
        unread += new - found - {entry}
        found |= new
    return tuple(sorted(found - {entry}))


def _text(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")
