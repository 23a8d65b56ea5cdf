"""The previews in the heads of pages, read as programs read them."""

from __future__ import annotations

from html.parser import HTMLParser

from django.conf import settings
from django.http import HttpResponse
from django.test import Client


class _Head(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "meta" and ("property" in values or values.get("name", "").startswith("twitter:")):
            self.found[values.get("property") or values["name"]] = values.get("content", "")
        if tag == "link" and values.get("type") == "application/json+oembed":
            self.found["oembed"] = values["href"]


def head_of(response: object) -> dict[str, str]:
    """The page's Open Graph and Twitter tags, and "oembed": the address of its JSON."""
    assert isinstance(response, HttpResponse)
    reader = _Head()
    reader.feed(response.content.decode())
    return reader.found


def preview_at(path: str) -> dict[str, str]:
    """The answer at the path to a program without cookies and language."""
    return head_of(Client().get(path))


def local(url: str) -> str:
    """The path of an address of the site."""
    assert url.startswith(settings.PUBLIC_URL)
    return url.removeprefix(settings.PUBLIC_URL)
