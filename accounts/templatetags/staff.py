"""Rows of the admin's lists as cards, for narrow screens."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

register = template.Library()

NOTHING = re.compile(r"<t[dh][^>]*>(?:-|&nbsp;)?</t[dh]>")


@register.filter
def labelled(cells: Iterable[SafeString], headers: Iterable[Mapping[str, Any]]) -> list[SafeString]:
    """A row's cells with their column's name in `data-label`; empty ones are marked."""
    return [_labelled(str(cell), str(header["text"])) for cell, header in zip(cells, headers, strict=False)]


def _labelled(cell: str, label: str) -> SafeString:
    mark = ' data-nothing=""' if NOTHING.fullmatch(cell) else ""
    opening = cell[:3]
    assert opening in ("<td", "<th"), cell
    return mark_safe(f'{opening} data-label="{escape(capfirst(label))}"{mark}{cell[3:]}')  # noqa: S308
