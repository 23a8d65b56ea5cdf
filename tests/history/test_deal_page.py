"""The page with the proof of a game's deals: its contents for each reader, and when."""

import hashlib
import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from tests.clients import ClientOf
from tests.games_laid import Place, finished_game, game_at, lay_game
from tests.page_texts import main_of, queries_of, words_of
from tests.table.tables import game_url

pytestmark = pytest.mark.django_db

PRIVATE = Game.Visibility.PRIVATE


def facts_of(response: object) -> dict[str, str]:
    """The page's list of facts."""
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", main_of(response), re.DOTALL)
    return {plain(name): plain(value) for name, value in found}


def plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def sha256(data: bytes, times: int = 1) -> bytes:
    for _time in range(times):
        data = hashlib.sha256(data).digest()
    return data


def test_its_numbers_prove_the_deals_by_hashing_alone(client: Client, alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="target_30_of_two")
    facts = facts_of(client.get(game_url("deal", game)))
    opening = bytes.fromhex(facts["O"])
    assert sha256(opening).hex() == facts["Fingerprint"] == game.fingerprint
    for part in (facts["Anchor"], facts["Seat 1, alice"], facts["Seat 2, bob"]):
        assert bytes.fromhex(part) in opening
    for hand in game.hands.all():
        seed = bytes.fromhex(facts[f"Seed of hand {hand.number}"])
        assert sha256(seed, hand.number).hex() == facts["Anchor"]
    assert facts["First leader"] == ("alice", "bob")[game.first_leader or 0]
    assert (facts["Protocol"], facts["Game"], facts["Seats"]) == ("odin-deal/1", game.public_id, "2")


def test_the_link_of_a_mail_is_compared_with_the_game(client: Client, alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    here = game_url("deal", game)
    for mark in (f"fingerprint={game.fingerprint}", f"anchor={game.anchor}"):
        assert "The link in your email matches this deal." in words_of(client.get(f"{here}?{mark}"))
    for mark in (f"fingerprint={game.anchor}", "anchor=", f"anchor={game.anchor}&fingerprint=1"):
        assert "This deal isn’t the one in your email." in words_of(client.get(f"{here}?{mark}"))
    assert "your email" not in words_of(client.get(here))


def test_it_leads_to_the_record_and_says_how_to_check(client: Client, alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    page = client.get(game_url("deal", game))
    assert f'href="{game_url("record", game)}"' in main_of(page)
    assert f"manage.py record verify odin-{game.public_id}.json" in words_of(page)
    assert f"node check.mjs odin-{game.public_id}.json" in words_of(page)
    assert 'download="check.mjs"' in main_of(page)
    assert f'data-record="{game_url("record", game)}"' in main_of(page)
    assert "HMAC-SHA-256(seed of hand n, F n label)" in words_of(page)


def test_guests_by_link_get_no_link_to_a_record_that_they_may_not_see(
    client: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", visibility=PRIVATE)
    here = reverse("games:invited_deal", args=[game.invite_token])
    assert game_url("record", game) not in main_of(client.get(here))
    assert game_url("record", game) in main_of(client_of(alice).get(here))


def test_the_seed_of_a_hand_in_play_is_shown_to_nobody(
    client: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    game = game_at([alice, bob], Place(2, 5), recorded="target_30_of_two")
    for viewer in (client, client_of(alice)):
        facts = facts_of(viewer.get(game_url("deal", game)))
        assert [name for name in facts if name.startswith("Seed")] == ["Seed of hand 1"]


def test_it_says_the_removed_colours_and_that_bots_add_nothing(client: Client, alice: User, bob: User) -> None:
    two = facts_of(client.get(game_url("deal", lay_game([alice, bob], NewGame(seats=2, two_player_deck=True)))))
    assert two["Two-player deck"] == "1"
    assert "," in two["Removed colours"]
    page = client.get(game_url("deal", lay_game([alice, bob], NewGame(seats=3, bots=["skald"]))))
    assert "Bots add nothing" in words_of(page)
    assert [*facts_of(page).values()].count("added nothing") == 1


def test_it_says_what_the_proof_does_not_cover(client: Client, alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    here, now = game_url("deal", game), timezone.now()
    game.seats.filter(user=alice).update(answered_at=now)
    game.seats.filter(user=bob).update(answered_at=now - timedelta(seconds=1))
    words = words_of(client.get(here))
    assert "Together with the player whose data comes last, they could try many values and choose a deal." in words
    assert "In this game the last data came from alice." in words
    assert "In this game your data came last." in words_of(client_of(alice).get(here))
    assert "the last data came from alice" in words_of(client_of(bob).get(here))


def test_without_any_data_the_site_must_be_trusted(client: Client, alice: User) -> None:
    game = lay_game([alice], NewGame(seats=2, bots=["skald"]))
    game.seats.filter(user=alice).update(contribution=None)
    words = words_of(client.get(game_url("deal", game)))
    assert "No player added data to this game, so you have to trust the site." in words


def test_before_the_start_it_shows_the_anchor_and_the_data_so_far(client: Client, alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=4, bots=["skald"]), contribute=False)
    game.seats.filter(user=bob).update(contribution=b"bob", answered_at=game.created_at)
    page = client.get(game_url("deal", game))
    facts = facts_of(page)
    assert facts["Anchor"] == game.anchor
    assert (facts["Seat 1, alice"], facts["Seat 3, bob"], facts["Seat 4"]) == ("not yet", b"bob".hex(), "–")
    assert "Fingerprint" not in facts
    assert "Note the anchor before the game starts." in words_of(page)
    assert game_url("record", game) not in main_of(page)


def test_a_private_game_is_proved_to_its_players_and_its_guests(
    client: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    game = lay_game([alice], NewGame(seats=3, visibility=PRIVATE))
    here = game_url("deal", game)
    assert game.anchor in words_of(client_of(alice).get(here))
    assert client_of(bob).get(here).status_code == 404
    assert client.get(here).headers["Location"] == f"{reverse('account_login')}?next={here}"
    by_link = client.get(reverse("games:invited_deal", args=[game.invite_token]))
    assert game.anchor in words_of(by_link)
    assert f'href="{reverse("games:invited", args=[game.invite_token])}"' in main_of(by_link)


def test_of_an_ended_private_game_others_see_the_anchor_alone(client: Client, alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", name="Secret", visibility=PRIVATE)
    page = client.get(game_url("deal", game))
    assert facts_of(page) == {"Anchor": game.anchor}
    for hidden in ("Secret", "alice", "bob", game.fingerprint):
        assert hidden not in words_of(page)


def test_it_costs_three_queries_a_visit(client: Client, alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="target_30_of_two")
    client.get(game_url("deal", game))
    assert queries_of(lambda: client.get(game_url("deal", game))) == 3


def test_a_table_and_a_replay_lead_to_it(client: Client, alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="target_10_of_two")
    for page in ("table", "replay", "text_table"):
        shown = client.get(game_url(page, game))
        assert f'href="{game_url("deal", game)}"' in main_of(shown)
        assert "Verify this deal" in words_of(shown)
        assert not re.search(r"\b[0-9a-f]{64}\b", main_of(shown))
