"""Names and strengths of bots."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots import REGISTRY
from games.lobby.bot_words import LEVELS, WAYS, bot_name, bot_tag, bot_title, bot_way
from games.models import Pool, SeasonStanding
from games.play.bot_accounts import bot_user
from tests.clients import ClientOf
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db


def test_every_bot_says_how_strong_it_is() -> None:
    assert set(LEVELS) == set(WAYS) == set(REGISTRY)
    assert bot_title("berserker") == "Berserker (hard)"


def test_an_account_is_shown_by_its_name() -> None:
    assert bot_tag("Skald") == "Bot, very easy"
    assert bot_name("Berserker-2") == "berserker"
    assert (bot_tag("Mimir"), bot_way("Mimir")) == ("Bot", "")


def test_the_new_game_form_says_how_strong_bots_are(alice: User, client_of: ClientOf) -> None:
    page = words_of(client_of(alice).get("/games/new/"))
    assert "Skald (very easy)" in page
    assert "Good for your first games." in page
    assert "of its rated games" not in page


def test_it_says_what_share_of_rated_games_a_bot_won_once_it_played_enough(alice: User, client_of: ClientOf) -> None:
    for bot, games, wins in (("berserker", 40, 18), ("skald", 18, 2)):
        for season, share in ((20263, 0.5), (20264, 0.5)):
            SeasonStanding.objects.create(
                user=bot_user(bot), pool=Pool.BOTS, season=season, score=1000, best_score=1000,
                games=games * share, wins=wins * share, changed_at=timezone.now(),
            )  # fmt: skip
    page = words_of(client_of(alice).get("/games/new/"))
    assert "Watches how many cards the others have left. Wins 45% of its rated games." in page
    assert page.count("of its rated games") == 1
