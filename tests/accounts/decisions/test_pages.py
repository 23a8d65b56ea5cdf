"""Pages that show people decisions about themselves."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.decisions.appeals import appeal_answer, appeal_make
from accounts.decisions.sanctions import sanction_impose, sanction_lift
from accounts.models import Appeal, Sanction, User
from accounts.sign_in.guests import guest_make
from games.models import Game
from tests.factories import make_staff
from tests.games_laid import lay_game
from tests.page_texts import words_in
from tests.password import PASSWORD

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BANNER = "There’s a decision about your account."
PAGE = "/settings/decisions/"


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


@pytest.fixture
def hers(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def read(client: Client, path: str = PAGE, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return words_in(answer.content.decode())


def test_a_decision_is_shown_on_every_page_until_it_is_confirmed(hers: Client, alice: User, mona: User) -> None:
    assert BANNER not in read(hers, "/")
    sanction = sanction_impose(actor=mona, user=alice, kind="mute", reason="<b>Swore</b> at bob.", days=7)
    for path in ("/", "/games/", "/rules/", "/settings/"):
        assert BANNER in read(hers, path)
    page = read(hers)
    assert "You can’t write in chats" in page
    assert "&lt;b&gt;Swore&lt;/b&gt; at bob." in page
    assert "mona" not in page
    assert hers.post(f"{PAGE}read/", {"decision": [str(sanction.pk), "x", "9" * 30]}).status_code == 302
    assert BANNER not in read(hers, "/")
    assert PAGE in hers.get("/settings/").content.decode()
    sanction_lift(actor=mona, sanction_id=sanction.pk, reason="It was a joke among friends.")
    assert BANNER in read(hers, "/")
    assert "It was a joke among friends." in read(hers)


def test_others_decisions_are_not_to_be_found(hers: Client, bob: User, mona: User) -> None:
    sanction = sanction_impose(actor=mona, user=bob, kind="warn", reason="Be kind.")
    assert "No decisions about you." in read(hers)
    assert hers.get(reverse("accounts:decision", args=[sanction.pk])).status_code == 404
    assert hers.post(reverse("accounts:appeal", args=[sanction.pk]), {"text": "No!"}).status_code == 404
    assert hers.get(f"{PAGE}{'9' * 30}/").status_code == 404
    assert not Appeal.objects.exists()


def test_an_appeal_is_made_once_and_shows_its_answer(hers: Client, alice: User, mona: User) -> None:
    sanction = sanction_impose(actor=mona, user=alice, kind="bar", reason="Leaves games.")
    path = reverse("accounts:appeal", args=[sanction.pk])
    for text in ("", "x" * 4001):
        assert hers.post(path, {"text": text}).status_code == 422
    assert hers.post(path, {"text": "I was ill.\nReally."}).status_code == 302
    assert BANNER not in read(hers, "/")
    assert "We’ll answer by email and here." in read(hers)
    assert "You’ve already appealed this decision." in words_in(
        hers.post(path, {"text": "Again"}, follow=True).content.decode()
    )
    judge = make_staff("judge", "moderator")
    appeal = Appeal.objects.get()
    appeal_answer(actor=judge, appeal_id=appeal.pk, outcome="shortened", answer="Two days then.", days=2)
    assert BANNER in read(hers, "/")
    page = read(hers, reverse("accounts:decision", args=[sanction.pk]))
    for words in ("I was ill.", "The decision was shortened", "Two days then."):
        assert words in page
    assert "judge" not in page


def test_suspended_people_see_only_the_decision_until_it_ends(
    alice: User, bob: User, mona: User, client: Client
) -> None:
    game = lay_game([alice, bob])
    with time_machine.travel(NOON, tick=False):
        client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
        sanction_impose(actor=mona, user=alice, kind="suspend", reason="Swore.", days=3)
        for path in (
            "/",
            "/games/",
            reverse("games:table", args=[game.public_id]),
            "/settings/",
            "/rules/",
            "/players/bob/",
            "/admin/",
        ):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["Location"]) == (302, PAGE), path
        assert client.post("/games/new/", {"seats": "2"}).headers["Location"] == PAGE
        refused = client.get("/games/waiting/", headers={"Accept": "application/json"})
        assert (refused.status_code, refused.json()["error"]) == (403, "suspended")
        page = read(client)
        for words in ("Your account is suspended", "Swore.", "Delete account", "Send appeal"):
            assert words in page
        for path in ("/settings/delete/", "/terms/", "/contact/"):
            assert client.get(path).status_code == 200
        assert client.get(reverse("games:export")).headers.get("Location", "") != PAGE
        assert client.get("/manifest.webmanifest").status_code == 200
        client.post("/accounts/logout/")
        assert client.get("/games/").status_code == 200
        answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
        assert answer.redirect_chain[-1][0] == PAGE
    with time_machine.travel(NOON + timedelta(days=3, seconds=1), tick=False):
        assert client.get("/games/").status_code == 200
        seat = game.seats.get(user=alice)
        assert seat.held_by.is_bot
        assert client.post(reverse("games:return", args=[game.public_id])).status_code == 302
        seat.refresh_from_db()
        assert seat.held_by_id == alice.pk


def test_a_ban_says_so_and_ends_by_an_appeal_alone(hers: Client, alice: User, bob: User, mona: User) -> None:
    game = lay_game([alice, bob])
    ban = sanction_impose(actor=mona, user=alice, kind="ban", reason="Cheats.")
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    page = read(hers)
    assert "Your account is banned" in page
    assert not re.search(r"\b9999\b", page)
    appeal = appeal_make(user=alice, sanction_id=ban.pk, text="It was my brother.")
    appeal_answer(actor=make_staff("judge", "moderator"), appeal_id=appeal.pk, outcome="lifted", answer="All right.")
    assert hers.get("/games/").status_code == 200
    assert Sanction.objects.get().lifted_by is not None


def test_a_site_with_one_moderator_says_so_before_and_after_the_answer(hers: Client, alice: User, mona: User) -> None:
    sanction = sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.", days=7)
    alone = "This site has only one moderator, so the same one will answer."
    assert alone in read(hers)
    appeal = appeal_make(user=alice, sanction_id=sanction.pk, text="I did not.")
    assert alone in read(hers)
    appeal_answer(actor=mona, appeal_id=appeal.pk, outcome="upheld", answer="You did.")
    openly = "The moderator who decided also answered, as the site had no other."
    assert openly in read(hers)
    make_staff("judge", "moderator")
    assert openly in read(hers)
    sanction_impose(actor=mona, user=alice, kind="bar", reason="Left.", days=7)
    assert "a different moderator will answer" in read(hers)


def test_only_people_with_an_address_are_promised_an_email(client: Client, mona: User) -> None:
    guest = guest_make(handle="gusto", time_zone="UTC", language="en")
    guest_client = Client()
    guest_client.force_login(guest, backend="accounts.sign_in.backends.PersonBackend")
    sanction = sanction_impose(actor=mona, user=guest, kind="mute", reason="Swore.", days=7)
    appeal_make(user=guest, sanction_id=sanction.pk, text="I did not.")
    page = read(guest_client)
    assert "We’ll answer here." in page
    assert "by email" not in page
    page = read(guest_client, "/settings/notices/")
    assert "always come by email" not in page
    assert "Without an email address, you read decisions and answers only on this site." in page
