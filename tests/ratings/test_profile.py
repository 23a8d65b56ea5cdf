"""Public facts of a player, and private ones."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.play.seats.resign import seat_resign
from games.ratings.settlement import game_settle
from tests.clients import ClientOf
from tests.factories import make_staff
from tests.games_laid import finished_game, lay_game
from tests.page_texts import main_of, queries_of, words_of


def profile(client: Client, handle: str = "alice", **query: str) -> object:
    return client.get(reverse("games:profile", args=[handle]), query)


def finished(people: list[User], name: str, **options: Any) -> Game:
    recorded = {2: "single_hand_of_two", 3: "single_hand_of_three"}[len(people)]
    return settled(finished_game(people, recorded=recorded, name=name, **options))


def settled(game: Game) -> Game:
    assert game_settle(game_id=game.pk)
    return game


def test_it_shows_results_and_counts_them_by_size(client: Client, alice: User, bob: User, charlie: User) -> None:
    two = [finished([alice, bob], f"Pair {seed}") for seed in range(3)]
    finished([alice, bob, charlie], "Three")
    won = sum(game.seats.get(user=alice).is_winner for game in two)
    words = words_of(profile(client))
    assert f"Players Played Won Against people 2 3 {won} 3 1" in words
    assert words.index("Three") < words.index("Pair 2") < words.index("Pair 0")


def test_a_win_a_loss_and_a_resignation_differ(client: Client, alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="Given up"))
    seat_resign(public_id=game.public_id, user=alice)
    assert "Given up bob won: everyone else resigned Resigned" in words_of(profile(client))
    assert "Given up Won: everyone else resigned Won" in words_of(profile(client, "bob"))


def test_private_games_are_counted_but_shown_to_their_players_alone(
    client: Client, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    finished([alice, bob], "Secret", visibility=Game.Visibility.PRIVATE)
    lay_game([alice, bob], NewGame(seats=2, name="Hidden", visibility=Game.Visibility.PRIVATE))
    for outsider in (client, client_of(charlie)):
        words = words_of(profile(outsider))
        assert "Secret" not in words
        assert "Hidden" not in words
        assert "Players Played Won Against people 2 1" in words
    for player in (alice, bob):
        words = words_of(profile(client_of(player)))
        assert "Secret" in words
        assert "Hidden" in words


def test_running_public_games_can_be_watched(client: Client, alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse"))
    page = profile(client)
    assert "Being played Boathouse" in words_of(page)
    assert reverse("games:table", args=[game.public_id]) in main_of(page)


def test_games_with_bots_are_counted_apart(client: Client, alice: User, bob: User) -> None:
    finished([alice, bob], "Pair")
    settled(finished_game([alice], recorded="single_hand_with_bot", bots=["berserker"]))
    words = words_of(profile(client))
    people, bots = words.split("Against people ", 1)[1].split("Against bots ", 1)
    assert people.startswith("2 1")
    assert bots.startswith("2 1")
    assert "Total 2" in bots


def test_a_bots_profile_lists_each_game_once(client: Client, alice: User) -> None:
    settled(
        finished_game([alice], recorded="single_hand_with_two_bots", name="Practice", bots=["berserker", "berserker"])
    )
    words = words_of(profile(client, "Berserker"))
    assert "Berserker Bot, hard" in words
    assert words.count("Practice") == 1
    assert "3 1" in words.split("Won", 1)[1]


def test_the_address_knows_any_case_and_leads_to_the_handle(client: Client, alice: User) -> None:
    answer = client.get(reverse("games:profile", args=["ALICE"]))
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("games:profile", args=["alice"])


@pytest.mark.parametrize("handle", ["nobody", "\x00", "a b", "<script>", "ø" * 65])
def test_unknown_handles_have_no_page(client: Client, db: None, handle: str) -> None:
    assert client.get(f"/players/{quote(handle)}/").status_code == 404


def test_a_former_player_has_no_page(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(handle=f"erased-{alice.pk}", erased_at=timezone.now(), is_active=False)
    assert client.get(reverse("games:profile", args=["alice"])).status_code == 404
    assert client.get(reverse("games:profile", args=[f"erased-{alice.pk}"])).status_code == 404


def test_nothing_of_the_account_but_the_handle_is_shown(client: Client, alice: User) -> None:
    page = main_of(profile(client))
    assert alice.email not in page
    assert reverse("accounts:settings") not in page


def test_ones_own_profile_leads_to_the_settings(alice: User, client_of: ClientOf) -> None:
    assert reverse("accounts:settings") in main_of(profile(client_of(alice)))


def test_results_come_a_page_at_a_time(client: Client, alice: User, bob: User) -> None:
    for number in range(21):
        finished([alice, bob] if number % 2 else [bob, alice], f"Pair {number}.")
    assert "Pair 0." not in words_of(profile(client))
    assert "Pair 0." in words_of(profile(client, page="2"))


def test_the_number_of_queries_does_not_grow_with_the_games(
    client: Client, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    def add(number: int) -> None:
        finished([alice, bob], f"Pair {number}")
        lay_game([alice, bob])

    add(1)
    viewer = client_of(charlie)
    few = queries_of(lambda: profile(viewer))
    for number in range(2, 6):
        add(number)
    assert queries_of(lambda: profile(viewer)) == few
    assert few <= 16


def test_a_merged_account_leads_to_the_one_it_became(client: Client, alice: User, bob: User) -> None:
    double_merge(actor=make_staff("anna", "administrator"), user=bob, handle="alice", reason="One person.")
    answer = client.get(reverse("games:profile", args=["BOB"]))
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("games:profile", args=["alice"]))
