"""The username of an erased account in what others wrote: mentions in chats, and names of games."""

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.lobby.services import NewGame, game_create, game_join, game_leave
from games.models import ChatLine
from tests.factories import make_person
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db


def test_mentions_in_others_lines_lose_the_name(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    texts = ("Well played, @Alice!", "@alice @bob", "@alice-2, mail@alice", "alice in wonderland", "(@ALICE)")
    for text in texts:
        ChatLine.objects.create(game=game, user=bob, text=text, created_at=timezone.now())
    account_erase(user=alice)
    kept = ChatLine.objects.filter(user=bob).order_by("pk").values_list("text", flat=True)
    assert list(kept) == ["Well played, @…!", "@… @bob", "@alice-2, mail@alice", "alice in wonderland", "(@…)"]


def test_games_of_others_lose_the_name_of_one_who_sat_in_them(alice: User, bob: User) -> None:
    """The same holds if another person is their host by then; games in which the person never played keep theirs."""
    charlie = make_person("charlie")
    left = game_create(host=alice, new=NewGame(seats=3, name="Alices Runde"))
    game_join(public_id=left.public_id, user=bob)
    game_leave(public_id=left.public_id, user=alice)
    open_game = game_create(host=bob, new=NewGame(seats=3, name="Malice (alice's)"))
    game_join(public_id=open_game.public_id, user=alice)
    hosted = game_create(host=alice, new=NewGame(seats=3, name="Aliceland"))
    game_join(public_id=hosted.public_id, user=bob)
    running = lay_game([bob, alice], NewGame(seats=2, name="Beat ALICE"))
    near = lay_game([bob, alice], NewGame(seats=2, name="Malice"))
    elsewhere = lay_game([bob, charlie], NewGame(seats=2, name="Alice springs"))
    account_erase(user=alice)
    games = [left, open_game, hosted, running, near, elsewhere]
    for game in games:
        game.refresh_from_db()
    assert [game.name for game in games] == ["", "", "", "", "Malice", "Alice springs"]
