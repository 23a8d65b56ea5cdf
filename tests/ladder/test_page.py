"""The page of all bots, and the list of them for programs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Pool, Rating
from games.play.bot_accounts import bot_user
from tests.api.programs import program_of
from tests.clients import ClientOf
from tests.page_texts import main_of, words_of

pytestmark = pytest.mark.django_db
PAGE = "/bots/"


def rate(user: User, mu: float, games: int) -> None:
    Rating.objects.create(user=user, pool=Pool.BOTS, mu=mu, sigma=2, games=games, changed_at=timezone.now())


def test_it_lists_bots_from_outside_and_of_the_site(
    alice: User, mimir: User, huginn: User, client_of: ClientOf
) -> None:
    rate(huginn, 30, 12)
    rate(bot_user("jarl"), 40, 40)
    program_of(mimir).post("bot/games", {"seats": [2, 3], "targets": [None, 15], "paces": ["3m"], "goat": False})
    page = client_of(alice).get(PAGE)
    text = words_of(page)
    assert "huginn Bot Author: Grace Takes all kinds of games" in text
    assert text.index("12 1960") < text.index("mimir") < text.index("0 –")
    taken = "Seats: 2, 3 Target: a single hand, to 15 points Pace: 3 minutes a turn Never with the goat"
    assert f"mimir Bot Author: Ada {taken}" in text
    assert "Jarl Very hard Guesses your cards from how you play. The strongest bot. 40 2360" in text
    assert "/games/new/?invite=huginn" in main_of(page)


def test_visitors_see_it_with_few_queries(
    mimir: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bot_user("jarl")
    client.get(PAGE)
    with django_assert_num_queries(4):
        page = client.get(PAGE)
    assert "mimir" in words_of(page)
    assert "Invite to a game" not in words_of(page)


def test_without_bots_from_outside_it_says_so(client: Client) -> None:
    assert "No bots yet." in words_of(client.get(PAGE))


def test_stopped_bots_are_not_listed(mimir: User, huginn: User, client: Client) -> None:
    User.objects.filter(pk=mimir.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    User.objects.filter(pk=huginn.pk).update(is_active=False)
    assert "mimir" not in words_of(client.get(PAGE))
    assert "huginn" not in words_of(client.get(PAGE))


def test_the_profile_says_what_a_bot_takes(mimir: User, alice: User, client_of: ClientOf) -> None:
    profile = words_of(client_of(alice).get(reverse("games:profile", args=["mimir"])))
    assert "Author: Ada Takes all kinds of games" in profile


def test_programs_get_the_same_list(alice: User, mimir: User, huginn: User) -> None:
    rate(huginn, 30, 12)
    listed = program_of(alice).get("bots")
    assert [(bot["username"], bot["score"], bot["games"]) for bot in listed["outside"]] == [
        ("huginn", 1960, 12), ("mimir", None, 0),
    ]  # fmt: skip
    assert listed["outside"][1]["author"] == "Ada"
    assert listed["next"] is None
    assert listed["bots"][0]["name"] == "skald"
    assert program_of(alice).get("bots", after=2)["outside"] == []
