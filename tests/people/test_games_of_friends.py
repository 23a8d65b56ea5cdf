"""The games that friends play now, and the way from opponents to a new game."""

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Friendship, Game
from games.people.blocks import person_block
from games.people.friend_selectors import GAMES_SHOWN, friends_of
from games.people.friends import online_switch
from games.play.seats.resign import seat_resign
from games.ratings.settlement import game_settle
from tests.clients import ClientOf
from tests.factories import make_game, make_person
from tests.games_laid import finished_game
from tests.page_texts import main_of, queries_of, words_of

pytestmark = pytest.mark.django_db


def befriend(one: User, other: User) -> None:
    Friendship.objects.create(asker=one, asked=other, asked_at=timezone.now(), accepted_at=timezone.now())


def play(people: list[User], visibility: Game.Visibility = Game.Visibility.PUBLIC, name: str = "") -> Game:
    return make_game(people, NewGame(seats=len(people), visibility=visibility, name=name))


def test_a_friends_games_lead_to_the_table(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    befriend(alice, bob)
    theirs, ours = play([bob, charlie], name="Longhouse"), play([bob, alice], name="Fjord")
    page = main_of(client_of(alice).get("/friends/"))
    for game, act in ((theirs, "Watch"), (ours, "Go to game")):
        link = page.split(f'href="/g/{game.public_id}/"')[1].split("</a>")[0]
        assert act in link, game.name
    assert "Playing Longhouse" in words_of(client_of(alice).get("/friends/"))


def test_private_games_show_to_their_players_alone(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    befriend(alice, bob)
    befriend(charlie, bob)
    game = play([bob, charlie], Game.Visibility.PRIVATE)
    assert game.public_id not in main_of(client_of(alice).get("/friends/"))
    assert game.public_id in main_of(client_of(charlie).get("/friends/"))


def test_hidden_players_ended_friendships_blocks_and_left_seats_show_none(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    dora = make_person("dora")
    for friend in (bob, charlie):
        befriend(alice, friend)
    hides, resigned = play([bob, dora]), play([charlie, dora, bob])
    seat_resign(public_id=resigned.public_id, user=charlie)
    assert [len(friend.games) for friend in friends_of(alice).friends] == [2, 0]
    online_switch(user=bob, on=False)
    page = main_of(client_of(alice).get("/friends/"))
    assert hides.public_id not in page
    assert resigned.public_id not in page
    online_switch(user=bob, on=True)
    person_block(user=bob, handle="alice")
    assert hides.public_id not in main_of(client_of(alice).get("/friends/"))


def test_few_games_of_each_friend_in_one_query(
    alice: User, bob: User, charlie: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    befriend(alice, bob)
    befriend(alice, charlie)
    games = [play([bob, charlie], name=f"Game {number}") for number in range(GAMES_SHOWN + 1)]
    with django_assert_num_queries(3):
        shown = friends_of(alice).friends
    newest = [game.public_id for game in reversed(games)][:GAMES_SHOWN]
    assert [[played.public_id for played in friend.games] for friend in shown] == [newest, newest]


def test_without_friends_no_games_are_read(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play([alice, bob])
    with django_assert_num_queries(2):
        assert friends_of(alice).friends == ()


def met(people: list[User]) -> None:
    """A finished game of the two that counts."""
    game_settle(game_id=finished_game(people, recorded="single_hand_of_two").pk)


def test_all_opponents_can_be_invited(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    met([alice, bob])
    met([alice, charlie])
    befriend(alice, bob)
    person_block(user=alice, handle="charlie")
    page = main_of(client_of(alice).get("/players/alice/versus/"))
    assert "/games/new/?invite=bob" in page
    assert 'value="remove"' in page
    assert "invite=charlie" not in page
    assert "invite=" not in main_of(client_of(bob).get("/players/alice/versus/"))


def test_bots_and_guests_among_opponents_have_no_buttons(alice: User, client_of: ClientOf) -> None:
    nina = User.objects.create_user(handle="Nina", is_guest=True)
    met([alice, nina])
    game_settle(game_id=finished_game([alice], recorded="single_hand_with_bot").pk)
    assert "/friend/" not in main_of(client_of(alice).get("/players/alice/versus/"))
    assert "/friend/" not in main_of(client_of(nina).get("/players/Nina/versus/"))


def test_more_opponents_need_no_more_queries(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    met([alice, bob])
    one = queries_of(lambda: client.get("/players/alice/versus/"))
    met([alice, charlie])
    assert queries_of(lambda: client.get("/players/alice/versus/")) == one
