"""The offer of notifications in slow games."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from games.lobby.services import NewGame, game_create
from games.models import Game, Preferences
from games.outbox.channels import push_key
from tests.clients import ClientOf
from tests.games_laid import finished_game, lay_game
from tests.notices.outward.targets import subscribe
from tests.page_texts import main_of, queries_of, words_of

PUSH = "https://push.example/send/word"
pytestmark = pytest.mark.django_db


@pytest.fixture
def nina() -> User:
    return User.objects.create_user(handle="Nina", is_guest=True)


def game_url(game: Game) -> str:
    return reverse("games:table", args=[game.public_id])


def room(host: User, **options: object) -> Game:
    return game_create(host=host, new=NewGame(**({"seats": 3} | options)))  # type: ignore[arg-type]


def key_on(client: Client, address: str) -> str | None:
    """The key with which the page offers push."""
    page = main_of(client.get(address))
    return page.split('data-key="')[1].split('"')[0] if 'id="turn-news"' in page else None


def test_a_members_slow_game_offers_push_until_they_answer(alice: User, bob: User, client_of: ClientOf) -> None:
    client, game = client_of(alice), lay_game([alice, bob])
    pages = (game_url(room(alice)), game_url(game), reverse("games:text_table", args=[game.public_id]), "/")
    assert [key_on(client, page) for page in pages] == [push_key()] * 4
    answer = client.post(reverse("games:push_offer"), {"next": pages[0]})
    assert answer.headers["Location"] == pages[0]
    assert [key_on(client, page) for page in pages] == [None] * 4
    assert key_on(client_of(bob), game_url(game)) == push_key()


def test_an_answer_leads_to_no_other_site(alice: User, client_of: ClientOf) -> None:
    answer = client_of(alice).post(reverse("games:push_offer"), {"next": "https://evil.example/"})
    assert answer.headers["Location"] == "/"


def test_live_games_games_against_bots_ended_games_and_spectators_have_no_offer(
    alice: User, bob: User, charlie: User, client: Client, client_of: ClientOf
) -> None:
    own = client_of(alice)
    assert key_on(own, game_url(room(alice, pace="3m"))) is None
    own.post(reverse("games:play_now"), {"script": ""})
    assert key_on(own, game_url(Game.objects.latest("pk"))) is None
    assert key_on(own, game_url(finished_game([alice, bob], recorded="single_hand_of_two"))) is None
    for game in (lay_game([bob, charlie]), room(bob)):
        assert [key_on(viewer, game_url(game)) for viewer in (own, client)] == [None, None]
    assert key_on(own, "/") is None


def test_turning_push_on_answers_the_offer(alice: User, client_of: ClientOf) -> None:
    subscribe(alice, PUSH)
    assert key_on(client_of(alice), game_url(room(alice))) is None


def test_a_site_without_push_offers_none(alice: User, nina: User, client_of: ClientOf, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert key_on(client_of(alice), game_url(room(alice))) is None
    client = client_of(nina)
    page = client.get(game_url(lay_game([alice, nina])))
    assert "open the game’s link" in words_of(page)
    assert "Use the link only" not in words_of(page)


def test_a_guest_is_told_how_they_hear_of_their_turn_and_may_use_the_link_alone(
    alice: User, nina: User, client_of: ClientOf
) -> None:
    client, address = client_of(nina), game_url(lay_game([alice, nina]))
    words = words_of(client.get(address))
    assert "We can’t email you yet, so open the game’s link to see whether it’s your turn." in words
    assert "Add your email Use the link only" in words
    client.post(reverse("games:push_offer"), {"next": address})
    words = words_of(client.get(address))
    assert "open the game’s link to see whether it’s your turn." in words
    assert "Use the link only" not in words
    assert Preferences.objects.get(user=nina).push_answered_at is not None


def test_a_guest_with_a_device_is_told_of_it(alice: User, nina: User, client_of: ClientOf) -> None:
    address = game_url(lay_game([alice, nina]))
    subscribe(nina, PUSH)
    words = words_of(client_of(nina).get(address))
    assert "Your device shows a notification when it’s your turn." in words
    assert "open the game’s link" not in words


def test_it_takes_a_query_for_guests_alone(alice: User, bob: User, nina: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob, nina], NewGame(seats=3))
    for user, more in ((alice, 0), (nina, 1)):
        client = client_of(user)
        client.get(game_url(game))
        with_news = queries_of(lambda client=client: client.get(game_url(game)))  # type: ignore[misc]
        Game.objects.filter(pk=game.pk).update(pace="3m")
        assert queries_of(lambda client=client: client.get(game_url(game))) == with_news - more  # type: ignore[misc]
        Game.objects.filter(pk=game.pk).update(pace="1d")
