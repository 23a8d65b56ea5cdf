"""`{% share_link %}`: a link to send, with the device's share sheet, copying, and a QR code."""

from __future__ import annotations

from typing import TypedDict

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


class ShareContext(TypedDict):
    """`field`: the id of the field with the link. `text`: what the share sheet sends with it. `qr`: the address of
    codes, which a path of the site completes.
    """

    field: str
    label: str
    title: str
    text: str
    path: str
    url: str
    qr: str


@register.inclusion_tag("partials/share.html")
def share_link(path: str, *, field: str, label: str, title: str, text: str = "") -> ShareContext:
    """The link to a path of the site. `title`: what the share sheet calls it."""
    return {
        "field": field,
        "label": label,
        "title": title,
        "text": text,
        "path": path,
        "url": settings.PUBLIC_URL + path,
        "qr": f"{reverse('games:qr')}?path=",
    }
