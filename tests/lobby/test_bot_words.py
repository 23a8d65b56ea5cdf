"""Names and strengths of bots."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.bots import REGISTRY
from games.lobby.bot_words import LEVELS, WAYS, bot_name, bot_tag, bot_title, bot_way
from tests.clients import ClientOf
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db


def test_every_bot_says_how_strong_it_is() -> None:
    assert set(LEVELS) == set(WAYS) == set(REGISTRY)
    assert bot_title("berserker") == "Berserker (strong)"


def test_an_account_is_shown_by_its_name() -> None:
    assert bot_tag("Skald") == "Bot, very easy"
    assert bot_name("Berserker-2") == "berserker"
    assert (bot_tag("Mimir"), bot_way("Mimir")) == ("Bot", "")


def test_the_new_game_form_says_how_strong_bots_are(alice: User, client_of: ClientOf) -> None:
    page = words_of(client_of(alice).get("/games/new/"))
    assert "Skald (very easy)" in page
    assert "Good for your first games." in page
