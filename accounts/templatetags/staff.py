"""Rows of the admin's lists as cards for narrow screens, and links of pages to the admin."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from accounts.models import User

register = template.Library()

NOTHING = re.compile(r"<t[dh][^>]*>(?:-|&nbsp;)?</t[dh]>")


@register.simple_tag(takes_context=True)
def moderate_row(context: Mapping[str, Any], model: str, key: object) -> str:
    """The admin's page of a row of a model like "games.chatline", for staff who may see it; "" for others. It queries
    permissions, once a request, and none for players.
    """
    user = context.get("user")
    if not isinstance(user, User) or not user.is_staff:
        return ""
    app, name = model.split(".")
    return reverse(f"admin:{app}_{name}_change", args=[key]) if user.has_perm(f"{app}.view_{name}") else ""


@register.filter
def labelled(cells: Iterable[SafeString], headers: Iterable[Mapping[str, Any]]) -> list[SafeString]:
    """A row's cells with their column's name in `data-label`; empty ones are marked."""
    return [_labelled(str(cell), str(header["text"])) for cell, header in zip(cells, headers, strict=False)]


def _labelled(cell: str, label: str) -> SafeString:
    mark = ' data-nothing=""' if NOTHING.fullmatch(cell) else ""
    opening = cell[:3]
    assert opening in ("<td", "<th"), cell
    return mark_safe(f'{opening} data-label="{escape(capfirst(label))}"{mark}{cell[3:]}')  # noqa: S308
