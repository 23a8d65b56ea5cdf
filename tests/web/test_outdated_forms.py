"""Forms of pages from before an update: fields that are asked for now are missing, others are no longer known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from django.contrib.admin import site as admin
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from games.models import Game
from tests.clients import ClientOf

PARTS = {"int": "1", "id": "nosuchgame", "str": "word", "slug": "word", "path": "word", "uuid": "0" * 32}


def addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """The addresses of all pages, with made-up numbers and words. The admin's forms are Django's."""
    for entry in patterns:
        if isinstance(entry, URLResolver):
            if entry.app_name != admin.name:
                yield from addresses(entry.url_patterns, before + str(entry.pattern))
        elif not set("^\\") & set(route := before + str(entry.pattern)):
            yield route


def filled(route: str, game: Game) -> str:
    """The address with this game where one is needed."""
    route = route.replace("<id:public_id>", game.public_id)
    return re.sub(r"<(?:(\w+):)?\w+>", lambda part: PARTS.get(part[1] or "str", "word"), route)


@pytest.mark.whole
def test_no_form_fails_over_fields_that_it_misses(game: Game, alice: User, client_of: ClientOf) -> None:
    tried = [filled(route, game) for route in addresses(get_resolver().url_patterns)]
    assert len(tried) > 100
    failed = {}
    for address in tried:
        client = client_of(alice)
        client.raise_request_exception = False
        for fields in ({}, {"field_of_earlier_pages": "1", "version": str(game.version)}):
            status = client.post(address, fields).status_code
            if status >= 500:
                failed[address] = status
    assert failed == {}
