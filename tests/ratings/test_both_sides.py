"""Sentences with two people in them are true for both."""

from __future__ import annotations

import re
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.clients import ClientOf
from tests.page_texts import words_of
from tests.ratings.ended_games import settled_game
from tests.words.catalogues import ids, said

pytestmark = pytest.mark.django_db

PEOPLE: Final = {
    "name",
    "names",
    "other",
    "handle",
    "loser",
    "winner",
    "inviter",
    "namer",
    "leader",
    "reporter",
    "accused",
}
READ: Final = {
    "You finished ahead in {ahead} of {games} game",
    "You finished ahead in {ahead} of {games} game, tied in {level}",
    "{name} finished ahead in {ahead} of {games} game",
    "{name} finished ahead in {ahead} of {games} game, tied in {level}",
    "%(names)s won with %(theirs)s, and you had %(mine)s",
    "%(names)s shared the victory with %(theirs)s, and you had %(mine)s",
    "%(names)s won with %(points)s",
    "%(names)s shared the victory with %(points)s",
    "%(loser)s finished behind %(winner)s in %(lost)s of %(games)s game over %(days)s days",
    "%(loser)s behind %(winner)s",
    "%(name)s ahead of others in games without %(other)s",
    "%(name)s and %(other)s",
    "You and %(name)s",
}
"""What compares two people, read from both sides below."""
COMPARES: Final = re.compile(r"\b(ahead|behind|won|beat|victory|better|worse|lost)\b")


@pytest.fixture
def games(alice: User, bob: User, charlie: User) -> list[Game]:
    """Alice is ahead of bob twice, behind once, and level once."""
    points = ([3, 9, 15], [1, 15, 9], [9, 9, 15], [12, 5, 15])
    return [settled_game([alice, bob, charlie], list(of), hours=hours) for hours, of in enumerate(points)]


@pytest.mark.parametrize("viewer", ["alice", "bob", "charlie", None])
def test_opponents_say_who_came_ahead(
    games: list[Game], client_of: ClientOf, alice: User, bob: User, charlie: User, viewer: str | None
) -> None:
    client = client_of({"alice": alice, "bob": bob, "charlie": charlie}[viewer]) if viewer else Client()
    of_alice = words_of(client.get(reverse("games:opponents", args=["alice"])))
    of_bob = words_of(client.get(reverse("games:opponents", args=["bob"])))
    assert f"bob {'You' if viewer == 'alice' else 'alice'} finished ahead in 2 of 4 games, tied in 1" in of_alice
    assert f"alice {'You' if viewer == 'bob' else 'bob'} finished ahead in 1 of 4 games, tied in 1" in of_bob


def test_head_to_head_counts_the_same_games_from_both_sides(
    games: list[Game], client_of: ClientOf, alice: User, bob: User
) -> None:
    hers, his = client_of(alice), client_of(bob)
    assert "You finished ahead in 2 of 4 games, tied in 1" in words_of(hers.get("/players/bob/"))
    assert "You finished ahead in 1 of 4 games, tied in 1" in words_of(his.get("/players/alice/"))
    for client, alice_here, bob_here in ((hers, "You", "bob"), (his, "alice", "You")):
        assert f"{alice_here} 2 Tied 1 bob 1" in words_of(client.get("/players/alice/versus/bob/"))
        assert f"{bob_here} 1 Tied 1 alice 2" in words_of(client.get("/players/bob/versus/alice/"))


def test_results_between_two_name_the_winner(
    games: list[Game], client_of: ClientOf, alice: User, bob: User, charlie: User
) -> None:
    mine = words_of(client_of(bob).get("/players/bob/versus/alice/"))
    assert "alice won with 3 points, and you had 9" in mine
    assert "Won with 5 points" in mine
    for path in ("/players/alice/versus/bob/", "/players/bob/versus/alice/"):
        told = words_of(client_of(charlie).get(path))
        for words in ("alice won with 3 points", "bob won with 5 points", "alice and bob shared the victory with 9"):
            assert words in told
        assert " Won " not in told


def test_all_sentences_that_compare_people_are_read_here() -> None:
    found = set()
    for message in said():
        text = " ".join(ids(message)) if message.id else ""
        named = set(re.findall(r"[({](\w+)[)}]", text)) & PEOPLE
        if named and (len(named) > 1 or re.search(r"\byou\b", text, re.I)) and COMPARES.search(text):
            found.add(ids(message)[0])
    assert found <= READ
