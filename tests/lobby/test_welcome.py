"""People who may join: turns in time, games' demands, and blocks."""

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame, game_create
from games.models import Game
from games.people.blocks import person_block
from tests.clients import ClientOf
from tests.page_texts import main_of, words_of


def took(user: User, in_time: int, late: int) -> None:
    game = game_create(host=user, new=NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
    game.seats.update(turns_in_time=in_time, turns_late=late)


def table(client: Client, game: Game) -> object:
    return client.get(reverse("games:table", args=[game.public_id]))


def join(client: Client, game: Game) -> object:
    return client.post(reverse("games:join", args=[game.public_id]), {"version": game.version}, follow=True)


def test_lobby_room_and_profile_tell_how_many_turns_come_in_time(alice: User, bob: User, client_of: ClientOf) -> None:
    took(alice, 97, 3)
    game = game_create(host=alice, new=NewGame(seats=3))
    client = client_of(bob)
    assert "hosted by alice 97% of turns on time · a moment ago" in words_of(client.get(reverse("games:open")))
    assert "alice Host 97% of turns on time · not ready yet" in words_of(table(client, game))
    told = "97% of turns on time in recent games (97 on time, 3 late)"
    assert told in words_of(client.get(reverse("games:profile", args=["alice"])))
    assert "New here" in words_of(client.get(reverse("games:profile", args=["bob"])))


def test_a_table_may_ask_for_turns_in_time(alice: User, client_of: ClientOf) -> None:
    answer = client_of(alice).post(
        reverse("games:create"),
        {
            "seats": "3", "target": "15", "visibility": "public", "min_reliability": "90", "pace": "1d",
            "timeout_action": "pass", "next_leader": "left", "once": "x" * 16,
        },
        follow=True,
    )  # fmt: skip
    assert Game.objects.get().min_reliability == 90
    assert "1 day a turn, then you pass Needs 90% of turns on time" in words_of(answer)
    bad = client_of(alice).post(reverse("games:create"), {"min_reliability": "85"})
    assert "“85” isn’t a choice." in words_of(bad)


def test_the_reliability_demand_is_explained_and_spares_invited_people(
    alice: User, bob: User, client: Client, client_of: ClientOf
) -> None:
    took(bob, 80, 20)
    game = game_create(host=alice, new=NewGame(seats=3, min_reliability=90, name="Sunday"))
    action, bobs = reverse("games:join", args=[game.public_id]), client_of(bob)
    offers = bobs.get(reverse("games:open"))
    assert "needs 90% of turns on time" in words_of(offers)
    assert "You: 80% of turns on time" in words_of(offers)
    assert action not in main_of(offers)
    assert action in main_of(client.get(reverse("games:open")))
    shown = words_of(table(bobs, game))
    assert "This game needs 90% of turns on time. Your recent games: 80% of turns on time" in shown
    assert "You need more turns on time to join this game." in words_of(join(bobs, game))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    assert action in main_of(table(bobs, game))
    assert "bob You" in words_of(join(bobs, game))


def test_the_invitation_link_bypasses_the_reliability_demand(alice: User, bob: User, client_of: ClientOf) -> None:
    took(bob, 80, 20)
    game = game_create(host=alice, new=NewGame(seats=3, min_reliability=90))
    bobs, action = client_of(bob), reverse("games:join", args=[game.public_id])
    page = bobs.get(reverse("games:invited", args=[game.invite_token]))
    assert "This game needs" not in words_of(page)
    form = {"version": game.version + 1, "token": game.invite_token}
    again = bobs.post(action, form)
    assert again.status_code == 409
    assert f'name="token" value="{game.invite_token}"' in main_of(again)
    assert "bob You" in words_of(bobs.post(action, {**form, "version": game.version}, follow=True))


def test_a_table_of_a_blocking_host_offers_no_seat(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=3, name="Sunday"))
    person_block(user=alice, handle="bob")
    bobs = client_of(bob)
    assert "Sunday" not in words_of(bobs.get(reverse("games:open")))
    page = table(bobs, game)
    assert "Join this game You can’t join this game." in words_of(page)
    assert reverse("games:join", args=[game.public_id]) not in main_of(page)
    assert "block" not in words_of(page)
    assert "You can’t join this game." in words_of(join(bobs, game))
