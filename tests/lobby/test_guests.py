"""Guests: from an invitation to a seat by a name alone, their rights, and keeping the seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.guests import guest_claim, sign_up_limit
from games.errors import Refused
from games.lobby.invitations import person_invite
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_create, game_join
from games.models import ChatLine, Game
from games.moderation.reports import MAX_A_DAY_AS_GUEST, report_make
from games.notices.webhooks import webhook_add
from games.people.errors import PersonReason
from games.ratings.settlement import game_settle
from games.sweeps import GUEST_LIFE, guests_sweep
from tests.account_mails import leaving_after_requests
from tests.accounts.conftest import is_in, link_mailed
from tests.factories import make_person, rng_of, seat_to_act, take_turn
from tests.games_laid import finished_game, lay_game
from tests.page_texts import main_of, words_of
from tests.password import PASSWORD

FORM = {"handle": "Nina", "time_zone": "Europe/Oslo", "script": ""}
KEEP = "/settings/keep/"


@pytest.fixture
def offer(alice: User) -> Game:
    return game_create(host=alice, new=NewGame(seats=3, visibility=Game.Visibility.PRIVATE))


@pytest.fixture
def nina(db: None) -> User:
    return User.objects.create_user(handle="Nina", is_guest=True)


def come(game: Game, client: Client | None = None, **changed: str) -> Any:
    """Join as a guest, and follow all redirects."""
    sent = FORM | changed
    return (client or Client()).post(reverse("games:join_as_guest", args=[game.invite_token]), sent, follow=True)


def test_a_name_on_the_invitation_is_enough_for_a_seat_and_turns(alice: User, client: Client) -> None:
    offer = game_create(host=alice, new=NewGame(seats=2))
    page = client.get(reverse("games:invited", args=[offer.invite_token]))
    assert main_of(page).count('name="handle"') == 1
    assert "No account needed." in words_of(page)
    room = come(offer, client)
    assert room.redirect_chain == [(reverse("games:table", args=[offer.public_id]), 302)]
    assert "Add your email to keep your seat and history" in words_of(room)
    guest = User.objects.get(handle="Nina")
    assert (guest.is_guest, guest.email, guest.time_zone, guest.language) == (True, "", "Europe/Oslo", "en")
    assert not guest.has_usable_password()
    assert offer.seats.get(user=guest).answered_at is not None, "browsers without script decline"
    assert client.session.get_expiry_age() > GUEST_LIFE.total_seconds()


def test_guests_are_marked_wherever_their_name_is_told(
    alice: User, nina: User, client_of: Callable[[User], Client]
) -> None:
    hers = client_of(alice)
    offer = game_create(host=alice, new=NewGame(seats=3))
    game_join(public_id=offer.public_id, user=nina, token=offer.invite_token)
    game = lay_game([alice, nina])
    ended = finished_game([alice, nina], recorded="single_hand_of_two")
    game_settle(game_id=ended.pk)
    ChatLine.objects.create(game=game, user=nina, text="Hello", created_at=timezone.now())
    for said, path in (
        ("Nina Guest", reverse("games:table", args=[offer.public_id])),
        ("Nina Guest", reverse("games:table", args=[game.public_id])),
        ("Nina Guest", reverse("games:chat", args=[game.public_id])),
        ("Nina (guest)", reverse("games:text_table", args=[game.public_id])),
        ("Nina Guest", reverse("games:replay", args=[ended.public_id])),
        ("Nina Guest", reverse("games:figures", args=[ended.public_id])),
        ("Nina Guest", reverse("games:profile", args=["Nina"])),
        ("Nina Guest", reverse("games:opponents", args=["alice"])),
        ("Nina Guest", reverse("games:versus", args=["alice", "Nina"])),
        ("Nina (guest): ", f"{reverse('games:open')}?show=running"),
    ):
        assert said in words_of(hers.get(path)), path
    guest_claim(user=nina)
    assert "Nina Guest" not in words_of(hers.get(reverse("games:table", args=[game.public_id])))
    assert "alice Guest" not in words_of(hers.get(reverse("games:profile", args=["alice"])))


def test_guests_take_turns_and_chat_as_all_do(alice: User, nina: User, client_of: Callable[[User], Client]) -> None:
    game = lay_game([alice, nina])
    client = client_of(nina)
    table = main_of(client.get(reverse("games:table", args=[game.public_id])))
    assert 'id="table"' in table
    sent = client.post(reverse("games:chat", args=[game.public_id]), {"text": "Hello!"})
    assert sent.status_code == 302
    assert game.chat_lines.get().user == nina


@pytest.mark.parametrize(
    ("handle", "told"),
    [
        ("admin", "This username looks like one of our own."),
        ("ALICE", "This username is taken."),
        ("a b", "Use 2 to 20 characters"),
        ("Jörg", "We’ve filled in “Jorg” instead."),
        ("", ""),
    ],
)
def test_names_are_those_that_a_sign_up_takes(offer: Game, handle: str, told: str) -> None:
    answer = come(offer, handle=handle)
    assert answer.status_code == 422
    assert told in words_of(answer)
    assert not User.objects.filter(is_guest=True).exists()


def test_a_link_brings_no_more_guests_than_seats(offer: Game) -> None:
    for handle in ("Nina", "Omar", "Pia"):
        client = Client()
        come(offer, client, handle=handle)
        client.post(reverse("games:leave", args=[offer.public_id]))
    answer = come(offer, handle="Quentin")
    assert "No more guests can join with this link" in words_of(answer)
    assert not User.objects.filter(handle="Quentin").exists(), "the refused one is not kept"
    assert come(offer, handle="Nina").status_code == 422


def test_too_many_sign_ups_and_guests_from_one_network_wait(offer: Game) -> None:
    for _sign_up in range(20):
        assert sign_up_limit(RequestFactory().post("/")) is None
    assert come(offer).status_code == 429


def test_rated_games_ask_for_an_account(alice: User, nina: User) -> None:
    rated = game_create(host=alice, new=NewGame(seats=2, rated=True))
    page = main_of(Client().get(reverse("games:invited", args=[rated.invite_token])))
    assert 'name="handle"' not in page
    assert "Create an account" in page
    assert come(rated, handle="Olga").status_code == 403
    with pytest.raises(Refused, match=PersonReason.GUEST):
        game_join(public_id=rated.public_id, user=nina, token=rated.invite_token)


def test_guests_create_nothing_and_reach_no_strangers(alice: User, nina: User, offer: Game) -> None:
    public = game_create(host=alice, new=NewGame(seats=3))
    game_join(public_id=offer.public_id, user=nina, token=offer.invite_token)
    for refused in (
        lambda: game_create(host=nina, new=NewGame(seats=2)),
        lambda: game_join(public_id=public.public_id, user=nina),
        lambda: queue_join(user=nina, seats=2),
        lambda: person_invite(public_id=offer.public_id, host=nina, handle="alice"),
        lambda: webhook_add(user=nina, kind="slack", address="https://hooks.slack.com/services/T/B/x"),
    ):
        with pytest.raises(Refused, match=PersonReason.GUEST):
            refused()
    for number in range(MAX_A_DAY_AS_GUEST):
        report_make(user=nina, kind="profile", accused=make_person(f"bad{number}").handle, text="Rude.")
    with pytest.raises(Refused, match="report_too_many") as refusal:
        report_make(user=nina, kind="profile", accused="alice", text="Rude.")
    assert refusal.value.retry_s > 86_000


def test_pages_lead_guests_to_what_they_may_do(alice: User, nina: User, client_of: Callable[[User], Client]) -> None:
    public = game_create(host=alice, new=NewGame(seats=3))
    client = client_of(nina)
    home = client.get("/")
    assert "Guests can only join games they’re invited to." in words_of(home)
    assert "Play against bots" not in words_of(home)
    for page in (home, client.get("/games/"), client.get("/leaders/")):
        assert reverse("games:create") not in page.content.decode()
    assert client.get(reverse("games:create")).headers["Location"] == KEEP
    assert "Guests can only join" in words_of(client.get(reverse("games:table", args=[public.public_id])))
    assert "If you log out now, you lose your seat." in words_of(client.get("/accounts/logout/"))
    settings_page = main_of(client.get("/settings/"))
    assert KEEP in settings_page
    assert "account_change_password" not in settings_page
    assert '"guest": true' in b"".join(client.post("/settings/export/")).decode()


@pytest.fixture
def worker() -> Iterator[None]:
    with leaving_after_requests():
        yield


@pytest.mark.usefixtures("worker")
def test_an_address_keeps_seat_and_row(offer: Game, client: Client) -> None:
    come(offer, client)
    guest = User.objects.get(handle="Nina")
    assert "you lose your seat" in words_of(client.get(KEEP))
    kept = client.post(KEEP, {"email": "Nina@Example.org", "password": PASSWORD}, follow=True)
    assert "Open the link in the email we sent you." in words_of(kept), "the session goes on"
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (True, ""), "nothing is sent to an address before it is confirmed"
    assert client.get(KEEP).headers["Location"] == "/accounts/email/"
    client.post(link_mailed("confirm-email"))
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (False, "nina@example.org")
    assert offer.seats.filter(user=guest).exists()
    assert "keep your seat" not in words_of(client.get("/"))
    other = Client()
    other.post("/accounts/login/", {"login": "nina@example.org", "password": PASSWORD})
    assert is_in(other)


@pytest.mark.usefixtures("worker")
def test_the_login_of_a_guest_who_became_a_member_ends_with_the_others(offer: Game, client: Client) -> None:
    come(offer, client)
    client.post(KEEP, {"email": "nina@example.org", "password": PASSWORD})
    client.post(link_mailed("confirm-email"))
    other = Client()
    other.post("/accounts/login/", {"login": "nina@example.org", "password": PASSWORD})
    other.post("/settings/sessions/end/")
    assert is_in(other)
    assert not is_in(client)


@pytest.mark.usefixtures("worker")
def test_an_address_in_use_keeps_nothing(
    alice: User, offer: Game, nina: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(nina)
    client.post(KEEP, {"email": alice.email, "password": "short"})
    assert not EmailAddress.objects.filter(user=nina).exists(), "a weak password"
    client.post(KEEP, {"email": alice.email, "password": PASSWORD})
    assert [(letter.to, letter.subject) for letter in mail.outbox] == [([alice.email], "You already have an account")]
    claim = EmailAddress.objects.get(user=nina)
    client.post(f"/accounts/confirm-email/{EmailConfirmationHMAC(claim).key}/")
    nina.refresh_from_db()
    assert (nina.is_guest, nina.email) == (True, "")


def test_a_guest_deletes_the_seat_without_a_password(offer: Game, client: Client) -> None:
    come(offer, client)
    assert 'name="password"' not in main_of(client.get("/settings/delete/"))
    client.post("/settings/delete/")
    assert not is_in(client)
    assert User.objects.get(is_guest=False, handle__startswith="erased").name == "Deleted account"
    assert list(offer.seats.values_list("user__handle", flat=True)) == ["alice"]


def test_guests_without_a_turn_for_a_month_are_removed(alice: User, nina: User) -> None:
    omar = User.objects.create_user(handle="Omar", is_guest=True)
    game = lay_game([nina, alice, omar])
    with time_machine.travel(timezone.now() + timedelta(days=20), tick=False):
        while seat_to_act(game).user_id != nina.pk:
            take_turn(game, rng_of(1))
            game.refresh_from_db()
        take_turn(game, rng_of(1))
    with time_machine.travel(timezone.now() + GUEST_LIFE - timedelta(hours=1), tick=False):
        assert guests_sweep() == 0
    with time_machine.travel(timezone.now() + GUEST_LIFE + timedelta(hours=1), tick=False):
        assert guests_sweep() == int(not game.hands.get().moves.filter(actor=omar).exists())
        assert User.objects.filter(is_guest=True, handle="Nina").exists()
    with time_machine.travel(timezone.now() + GUEST_LIFE + timedelta(days=21), tick=False):
        guests_sweep()
    assert not User.objects.filter(is_guest=True).exists()
    assert game.seats.filter(held_by__is_bot=True, resigned_at__isnull=False).count() == 2
