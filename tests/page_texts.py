"""The text of a page as its reader sees it."""

import html
import re
from collections.abc import Callable

from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

# The undrawn pieces of a table, the inner ones first.
SCRIPTS_PIECES = [
    re.compile(rf'<template id="{name}".*?</template>', re.DOTALL) for name in ("table-kit", "behind-result")
]


def markup_of(response: object) -> str:
    """HTML with single spaces between attributes, without what scripts copy."""
    assert isinstance(response, HttpResponse)
    page = response.content.decode()
    for piece in SCRIPTS_PIECES:
        page = piece.sub("", page)
    return re.sub(r"<[a-zA-Z/][^<>]*>", lambda tag: " ".join(tag[0].split()).replace(" >", ">"), page)


def main_of(response: object) -> str:
    """The main part as HTML."""
    return markup_of(response).split("<main", 1)[1].split("</main>", 1)[0]


def words_of(response: object) -> str:
    """The main part without tags and what only programs read."""
    plain = re.sub(r"<(script|svg|template)\b.*?</\1>", "", main_of(response), flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", plain)))


def cards_of(response: object) -> list[str]:
    """The drawn cards, by the names that are read out."""
    return re.findall(r'<svg class="card [^>]*aria-label="([^"]*)"', main_of(response))


def queries_of(visit: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        visit()
    return len(captured)


def words_in(page: str) -> str:
    """The main part without tags and what only programs read."""
    main = re.sub(r"<(script|svg)\b.*?</\1>", "", page.split("<main", 1)[1].split("</main>", 1)[0], flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", main))
