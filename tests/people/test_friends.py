"""Friends: asking, answering, ending, and who is suggested."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.chat.services import chat_write, kid_mode_start
from games.errors import Reason, Refused
from games.lobby.services import NewGame
from games.models import Friendship, Game, Invitation, LimitedAct, Preferences, Seat
from games.people.blocks import person_block, person_mute, person_unblock
from games.people.errors import FriendReason, PersonReason
from games.people.friend_selectors import bond_between, friends_of
from games.people.friends import (
    MAX_A_DAY,
    friend_accept,
    friend_ask,
    friend_decline,
    friend_remove,
    online_switch,
)
from tests.clients import ClientOf
from tests.factories import make_game, make_person
from tests.games_laid import finished_game
from tests.page_texts import main_of, words_of

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason


def befriend(one: User, other: User) -> None:
    friend_ask(user=one, handle=other.handle)
    friend_accept(user=other, handle=one.handle)


def requests_shown(user: User) -> int:
    return Preferences.objects.get(user=user).friend_requests


def test_a_request_waits_in_the_others_menu_until_they_accept(alice: User, bob: User, client_of: ClientOf) -> None:
    sent = client_of(alice).post("/players/bob/friend/", {"act": "ask"}, follow=True)
    assert "Friend request sent to bob." in words_of(sent)
    assert "Withdraw request" in words_of(sent)
    hers, his = client_of(alice), client_of(bob)
    home = his.get("/").content.decode()
    assert "menu-dot" in home
    assert "1 friend request" in main_of(his.get("/"))
    assert "alice" in main_of(his.get("/friends/")).split("Your friends")[0]
    answer = his.post("/players/alice/friend/", {"act": "accept", "next": "/friends/"}, follow=True)
    assert "You and alice are friends." in words_of(answer)
    assert "Friend requests" not in main_of(answer)
    assert "menu-dot" not in answer.content.decode()
    assert "Remove friend" in words_of(hers.get("/players/bob/"))
    assert refused(lambda: friend_ask(user=alice, handle="bob")) == FriendReason.ALREADY


def test_two_who_ask_each_other_are_friends(alice: User, bob: User) -> None:
    friend_ask(user=alice, handle="bob")
    assert friend_ask(user=bob, handle="ALICE").accepted_at is not None
    assert bond_between(alice, bob) == "friend"
    assert requests_shown(bob) == 0


def test_declining_is_quiet_and_asking_again_does_not_reach_the_other(alice: User, bob: User) -> None:
    friend_ask(user=alice, handle="bob")
    friend_decline(user=bob, handle="alice")
    assert requests_shown(bob) == 0
    assert bond_between(alice, bob) == "asked"
    friend_remove(user=alice, handle="bob")
    assert bond_between(alice, bob) == ""
    friend_ask(user=alice, handle="bob")
    assert bond_between(alice, bob) == "asked"
    assert (friends_of(bob).requests, requests_shown(bob)) == ((), 0)
    assert refused(lambda: friend_accept(user=bob, handle="alice")) == FriendReason.NOT_FRIENDS
    assert friend_ask(user=bob, handle="alice").accepted_at is not None


def test_a_withdrawn_request_is_gone_and_may_come_again(alice: User, bob: User) -> None:
    friend_ask(user=alice, handle="bob")
    friend_remove(user=alice, handle="bob")
    assert (friends_of(bob).requests, requests_shown(bob), friends_of(alice).asked) == ((), 0, ())
    friend_ask(user=bob, handle="alice")
    assert (bond_between(alice, bob), requests_shown(alice)) == ("asks", 1)


def test_either_ends_a_friendship_at_any_time(alice: User, bob: User) -> None:
    befriend(alice, bob)
    friend_remove(user=bob, handle="alice")
    assert not Friendship.objects.exists()
    assert bond_between(alice, bob) == ""


def test_who_is_blocked_or_muted_cannot_ask_and_is_not_told_why(alice: User, bob: User, charlie: User) -> None:
    befriend(alice, bob)
    friend_ask(user=charlie, handle="bob")
    person_block(user=bob, handle="alice")
    person_mute(user=bob, handle="charlie")
    assert (bond_between(alice, bob), requests_shown(bob)) == ("", 0)
    assert refused(lambda: friend_ask(user=alice, handle="bob")) == FriendReason.CANNOT_ASK
    assert refused(lambda: friend_ask(user=bob, handle="alice")) == FriendReason.CANNOT_ASK
    person_unblock(user=bob, handle="alice")
    person_mute(user=bob, handle="alice")
    assert refused(lambda: friend_ask(user=alice, handle="bob")) == FriendReason.CANNOT_ASK


def test_who_may_not_chat_with_strangers_asks_none(alice: User, bob: User, charlie: User) -> None:
    kid_mode_start(user=bob)
    assert refused(lambda: friend_ask(user=bob, handle="alice")) == FriendReason.KID
    assert refused(lambda: friend_ask(user=alice, handle="bob")) == FriendReason.CANNOT_ASK
    User.objects.filter(pk=charlie.pk).update(muted_until=timezone.now() + timedelta(days=1))
    assert refused(lambda: friend_ask(user=charlie, handle="alice")) == FriendReason.CANNOT_ASK
    assert refused(lambda: friend_ask(user=alice, handle="alice")) == FriendReason.CANNOT_ASK
    assert refused(lambda: friend_ask(user=alice, handle="nobody-here")) == PersonReason.NO_SUCH_PERSON


def test_requests_of_a_day_are_limited_withdrawn_ones_too(alice: User, bob: User) -> None:
    now = timezone.now()
    others = [make_person(f"other-{number}") for number in range(MAX_A_DAY)]
    for other in others:
        friend_ask(user=alice, handle=other.handle)
        friend_remove(user=alice, handle=other.handle)
    assert refused(lambda: friend_ask(user=alice, handle="bob")) == FriendReason.TOO_MANY_TODAY
    LimitedAct.objects.update(at=now - timedelta(days=2))
    friend_ask(user=alice, handle="bob")


def test_friends_at_a_table_come_first_unless_they_hide(
    game: Game, alice: User, bob: User, charlie: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for other in (bob, charlie):
        befriend(alice, other)
    Seat.objects.filter(user=bob).update(looked_at=timezone.now() - timedelta(minutes=1))
    with django_assert_num_queries(3):
        shown = friends_of(alice)
    assert [(friend.user, friend.online) for friend in shown.friends] == [(bob, True), (charlie, False)]
    online_switch(user=bob, on=False)
    assert [friend.online for friend in friends_of(alice).friends] == [False, False]


def test_the_page_shows_recent_opponents_and_whether_friends_see_one(
    game: Game, alice: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    page = main_of(client.get("/friends/"))
    assert "bob" in page.split("Recent opponents")[1]
    assert "Friends see when you’re playing." in page
    client.post("/friends/online/", {"on": "0"})
    assert "Friends don’t see when you’re playing." in main_of(client.get("/friends/"))
    client.post("/players/bob/friend/", {"act": "ask", "next": "/friends/"})
    assert "Recent opponents" not in main_of(client.get("/friends/"))


def test_a_friend_is_asked_by_name_and_an_unknown_name_is_told(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for name, told in (("nobody-here", "No player has this username."), ("alice", "You can’t add this player.")):
        answer = client.post("/friends/", {"handle": name})
        assert answer.status_code == 422
        assert told in words_of(answer)
        assert f'value="{name}"' in main_of(answer)
    asked = client.post("/friends/", {"handle": "@BOB"}, follow=True)
    assert "Friend request sent to BOB." in words_of(asked)
    assert friends_of(bob).requests == (alice,)


def test_nobody_is_offered_what_a_guest_can_neither_ask_nor_be_asked(client_of: ClientOf) -> None:
    host, guest = make_person("host"), User.objects.create_user(handle="passing", is_guest=True)
    game = make_game([host, guest])
    for person in (host, guest):
        chat_write(public_id=game.public_id, user=person, text="Hello!")
    for client in (client_of(host), client_of(guest)):
        assert "Add friend" not in words_of(client.get(f"/g/{game.public_id}/chat/"))
    assert "Add friend" not in words_of(client_of(guest).get("/friends/"))
    assert "Recent opponents" not in words_of(client_of(host).get("/friends/"))
    assert "Add friend" not in words_of(client_of(host).get("/players/passing/"))
    assert "Add friend" not in words_of(client_of(guest).get("/players/host/"))


def test_a_game_ends_with_the_way_to_friends_only_if_somebody_else_played(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    alone = finished_game([alice], recorded="single_hand_with_bot")
    assert "Add friends" not in words_of(client.get(f"/g/{alone.public_id}/"))
    together = finished_game([alice, bob], recorded="single_hand_of_two")
    assert "Add friends" in words_of(client.get(f"/g/{together.public_id}/"))


def test_the_waiting_room_suggests_friends_then_recent_opponents(
    game: Game, alice: User, charlie: User, client_of: ClientOf
) -> None:
    befriend(charlie, alice)
    room = make_game([alice], NewGame(seats=3), contribute=False)
    client = client_of(alice)
    page = main_of(client.get(f"/g/{room.public_id}/"))
    assert page.index('value="charlie"') < page.index('value="bob"')
    client.post(f"/g/{room.public_id}/invite/", {"handle": "charlie"})
    assert Invitation.objects.get().user == charlie
    assert 'value="charlie"' not in main_of(client.get(f"/g/{room.public_id}/"))


def test_erasing_an_account_takes_it_from_friends_and_requests(alice: User, bob: User, charlie: User) -> None:
    befriend(alice, bob)
    friend_ask(user=alice, handle="charlie")
    account_erase(user=alice)
    assert not Friendship.objects.exists()
    assert requests_shown(charlie) == 0
