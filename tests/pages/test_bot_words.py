"""Bots have names for people, and it is said how strong each one is."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from games.bots import REGISTRY
from games.lobby.bot_words import LEVELS, WAYS, bot_of, bot_tag, bot_title, bot_way
from games.models import BotAccount
from tests.factories import make_person
from tests.pages.conftest import ClientOf
from tests.pages.page_texts import words_of

pytestmark = pytest.mark.django_db


def test_every_bot_says_how_strong_it_is() -> None:
    assert set(LEVELS) == set(WAYS) == set(REGISTRY)
    assert bot_title("greedy") == "Fenrir (strong)"


def test_an_account_is_told_by_its_name() -> None:
    assert bot_tag("Loki") == "Bot, easy"
    assert bot_of("Fenrir-2") == "greedy"
    assert (bot_tag("Mimir"), bot_way("Mimir")) == ("Bot", "")


def test_who_opens_a_game_reads_which_bot_is_the_easy_one(alice: User, client_of: ClientOf) -> None:
    page = words_of(client_of(alice).get("/games/new/"))
    assert "Loki (easy)" in page
    assert "the one to begin with" in page


def test_names_of_former_days_are_changed_unless_a_person_has_the_new_one(client: Client) -> None:
    rename = import_module("games.migrations.0019_names_of_bots").rename
    for name, handle in (("random", "Random"), ("greedy", "Greedy")):
        BotAccount.objects.create(name=name, user=User.objects.create_user(handle=handle, is_bot=True))
    make_person("loki")
    rename(apps, None)
    assert sorted(User.objects.filter(is_bot=True).values_list("handle", flat=True)) == ["Fenrir", "Random"]
    assert "Bot, strong" in words_of(client.get("/players/Fenrir/"))
