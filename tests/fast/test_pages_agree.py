"""Every page is the same with and without the fast path, in two languages whose readers come in turn."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Final

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.fast import switch
from accounts.fast.caches import clear_all
from accounts.models import User
from games.simulation.screenshots.pages import PAGES, PicturedPage, page_address
from games.simulation.screenshots.scenes import scenes_make
from tests.clients import session_of
from tests.games_laid import finished_game, game_at
from tests.recorded_games import Place

pytestmark = pytest.mark.django_db

LANGUAGES: Final = ("en", "de")
# New with each answer.
TOKENS: Final = re.compile(r'name="(?:csrfmiddlewaretoken|once)" value="[\w-]+"|csrfToken: "\w+"')
FEW: Final = {
    *("landing", "rules", "learn", "home", "open-games", "new-game", "profile", "leaders", "settings-table"),
    *("table", "table-text", "table-over", "chat", "replay"),
}


@pytest.fixture
def sessions(alice: User) -> dict[str, str]:
    return {"player": session_of(alice).session_key}


@pytest.fixture
def places(alice: User, bob: User) -> dict[str, str]:
    running = game_at([alice, bob], Place(2, 5), recorded="target_10_of_two")
    over = finished_game([alice, bob], recorded="single_hand_of_two")
    return {"table": running.public_id, "table_over": over.public_id, "player": alice.handle}


def test_a_few(places: dict[str, str], sessions: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page for page in PAGES if page.name in FEW]
    assert len(pages) == len(FEW)
    assert differing(pages, places, sessions, monkeypatch) == []


@pytest.mark.whole
def test_all(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = scenes_make("en", random.Random(1), visits=1)
    with connection.cursor() as cursor:
        # Without statistics of these rows, single updates take seconds.
        cursor.execute("ANALYZE")
    assert differing(PAGES, scenes.places, scenes.sessions, monkeypatch) == []


def differing(
    pages: tuple[PicturedPage, ...] | list[PicturedPage],
    places: Mapping[str, str | list[str]],
    sessions: Mapping[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> list[tuple[str, str]]:
    found = []
    with time_machine.travel(timezone.now(), tick=False):
        for page in pages:
            address = page_address(page, places, 0)
            monkeypatch.setattr(switch, "FAST", False)
            plain = {language: text(address, sessions.get(page.role), language) for language in LANGUAGES}
            monkeypatch.setattr(switch, "FAST", True)
            clear_all()
            # At the second time from the cache.
            fast = [(language, text(address, sessions.get(page.role), language)) for language in LANGUAGES * 2]
            found += [(page.name, language) for language, answer in fast if answer != plain[language]]
    return found


def text(address: str, session: str | None, language: str) -> tuple[int, str]:
    """The status and the page without tokens, for a reader of that language. What the visit writes does not stay."""
    client = Client(headers={"Accept-Language": language})
    before = transaction.savepoint()
    if session is not None:
        client.cookies[settings.SESSION_COOKIE_NAME] = session
        # Updates of all accounts would leave so many old rows in this transaction that each page took longer.
        User.objects.filter(pk=client.session.get(SESSION_KEY, 0)).update(language=language)
    answer = client.get(address)
    transaction.savepoint_rollback(before)
    return answer.status_code, TOKENS.sub("", answer.content.decode())
