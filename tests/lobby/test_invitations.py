"""Invitations by name and by link."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.lobby.invitations import MAX_INVITATIONS, person_invite
from games.lobby.services import NewGame, game_create, game_join
from games.models import Game, Invitation
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import finished_game, lay_game
from tests.many_rows import rows_write
from tests.page_texts import main_of, words_of
from tests.password import PASSWORD


@pytest.fixture
def game(alice: User) -> Game:
    return game_create(host=alice, new=NewGame(seats=3, name="Friday", visibility=Game.Visibility.PRIVATE))


def invite(client: Client, game: Game, handle: str) -> Any:
    return client.post(reverse("games:invite", args=[game.public_id]), {"handle": handle}, follow=True)


def link(game: Game) -> str:
    return reverse("games:invited", args=[game.invite_token])


def test_a_person_is_invited_by_handle(game: Game, bob: User, client_of: ClientOf) -> None:
    answer = invite(client_of(game.host), game, "bob")
    words = words_of(answer)
    assert "You invited bob." in words
    assert "bob no answer yet" in words
    page = client_of(bob).get(reverse("games:table", args=[game.public_id]))
    assert "alice invites you to a game" in words_of(page)


def test_a_handle_may_be_typed_in_any_case_with_spaces_or_a_sign(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(game.host)
    for typed in ("BOB", " bob ", "@bob"):
        client.post(reverse("games:invite", args=[game.public_id]), {"handle": typed})
        assert game.invitations.get().user == bob, typed
        game.invitations.all().delete()


def test_a_failed_invitation_says_why(game: Game, client_of: ClientOf) -> None:
    client = client_of(game.host)
    for typed, words in (
        ("nobody", "No player has this username."),
        ("alice", "You can’t invite this player."),
        ("", "Enter a username."),
        ("x" * 21, "No player has this username."),
    ):
        answer = invite(client, game, typed)
        assert answer.status_code == 422, typed
        assert words in words_of(answer), typed
    assert not game.invitations.exists()


def test_bots_and_former_players_are_not_invited(game: Game, bob: User, client_of: ClientOf) -> None:
    game_create(host=bob, new=NewGame(seats=3, bots=["berserker"]))
    assert invite(client_of(game.host), game, "Berserker").status_code == 422
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert "No player has this username." in words_of(invite(client_of(game.host), game, "bob"))


def test_invitations_have_an_end(game: Game, bob: User, client_of: ClientOf) -> None:
    guests = [User(handle=f"guest{number}", email=f"guest{number}@example.org") for number in range(MAX_INVITATIONS)]
    rows_write(guests)
    people = User.objects.filter(handle__startswith="guest").order_by("pk")
    invited = {"game": game, "invited_by": game.host, "created_at": timezone.now()}
    rows_write([Invitation(user=person, **invited) for person in people[1:]])
    person_invite(public_id=game.public_id, host=game.host, handle=people[0].handle)
    answer = invite(client_of(game.host), game, "bob")
    assert answer.status_code == 409
    assert "This game has used all 20 of its invitations." in words_of(answer)


def test_a_declined_invitation_says_so_and_opens_the_room_no_more(game: Game, bob: User, client_of: ClientOf) -> None:
    invite(client_of(game.host), game, "bob")
    client_of(bob).post(reverse("games:decline", args=[game.public_id]))
    assert "bob Declined" in words_of(client_of(game.host).get(reverse("games:table", args=[game.public_id])))
    assert client_of(bob).get(reverse("games:table", args=[game.public_id])).status_code == 404


def test_only_seated_players_see_other_invitations(game: Game, bob: User, charlie: User, client_of: ClientOf) -> None:
    for handle in ("bob", "charlie"):
        invite(client_of(game.host), game, handle)
    here = reverse("games:table", args=[game.public_id])
    assert "charlie no answer yet" in words_of(client_of(game.host).get(here))
    assert "charlie" not in words_of(client_of(bob).get(here))
    assert "charlie" not in words_of(Client().get(link(game)))


def test_the_link_shows_the_game_to_anyone(client: Client, game: Game) -> None:
    page = client.get(link(game))
    assert "alice invites you to a game Friday : 3 players, to 15 points" in words_of(page)
    assert f"{link(game)}deal/" in main_of(page)
    assert game.anchor in words_of(client.get(f"{link(game)}deal/"))
    assert f"{reverse('account_login')}?next={link(game)}" in main_of(page)
    assert f"{reverse('account_signup')}?next={link(game)}" in main_of(page)


def test_the_link_leads_through_the_login_to_a_seat(game: Game, bob: User) -> None:
    client = Client()
    login = {"login": "bob", "password": PASSWORD, "next": link(game)}
    page = client.post(reverse("account_login"), login, follow=True)
    assert page.redirect_chain[-1][0] == link(game)
    answer = client.post(reverse("games:join", args=[game.public_id]), {"token": game.invite_token}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("games:table", args=[game.public_id])
    assert game.seats.filter(user=bob).exists()


def test_a_visitor_who_presses_the_button_comes_back_to_the_link(client: Client, game: Game) -> None:
    answer = client.post(reverse("games:join", args=[game.public_id]), {"token": game.invite_token})
    assert answer.headers["Location"] == f"{reverse('account_login')}?next={link(game)}"


def test_a_seated_visitor_of_the_link_is_led_to_the_room(game: Game, client_of: ClientOf) -> None:
    answer = client_of(game.host).get(link(game))
    assert answer.headers["Location"] == reverse("games:table", args=[game.public_id])


def test_a_wrong_link_leads_nowhere(client: Client, game: Game) -> None:
    for token in ("nonsense", "a" * 22, "\x00", "é", "a" * 65):
        assert client.get(f"/i/{quote(token)}/").status_code == 404, token


def test_a_wrong_token_gives_no_seat(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    for token in ("", "nonsense", "../../", "\x00"):
        answer = client.post(reverse("games:join", args=[game.public_id]), {"token": token})
        assert answer.status_code == 404, token
    assert game.seats.count() == 1


def test_a_late_visitor_by_link_finds_no_free_seat(game: Game, bob: User, charlie: User, client_of: ClientOf) -> None:
    for person in (bob, charlie):
        game_join(public_id=game.public_id, user=person, token=game.invite_token)
    client = client_of(make_person("dora"))
    assert "All seats are taken" in words_of(client.get(link(game)))
    answer = client.post(reverse("games:join", args=[game.public_id]), {"token": game.invite_token})
    assert answer.status_code == 409
    assert "This game is full." in words_of(answer)


def test_the_link_of_a_game_that_has_begun_shows_nothing_of_it(client: Client, alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
    words = words_of(client.get(link(game)))
    assert "This game has already started." in words
    assert "bob" not in words


def test_the_way_back_never_leads_to_another_site(client: Client, game: Game) -> None:
    here = reverse("games:table", args=[game.public_id])
    evil = ("https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil.example", "/\\evil.example")
    for elsewhere in evil:
        answer = client.post(reverse("games:join", args=[game.public_id]), {"next": elsewhere})
        assert answer.headers["Location"] == f"{reverse('account_login')}?next={here}", elsewhere


def test_the_way_back_may_be_a_page_of_ours(client: Client, game: Game) -> None:
    answer = client.post(reverse("games:join", args=[game.public_id]), {"next": "/games/?seats=3"})
    assert answer.headers["Location"] == f"{reverse('account_login')}?next={quote('/games/?seats=3')}"


def test_the_room_of_a_rematch_says_who_cannot_come(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    old = finished_game([alice, bob, charlie], recorded="single_hand_of_three")
    account_erase(user=charlie)
    words = words_of(client_of(alice).post(reverse("games:rematch", args=[old.public_id]), follow=True))
    assert "Deleted account can’t join: the account is closed." in words
    assert "Only players with an invitation or the link can join." in words
