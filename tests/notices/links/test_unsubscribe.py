"""Emails are stopped by a click, without a login, and only by their readers."""

from __future__ import annotations

import re

import pytest
from django.core import signing
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Game, Notice, Preferences
from games.notices.links.unsubscribe_tokens import SALT, stop_link
from games.notices.mail import compose, compose_digest
from games.people.preference_selectors import CHOICE_KINDS, channels_for, preferences_of
from tests.games_laid import lay_game
from tests.notices.mail_server import Server, part
from tests.notices.outbox import make_due, send, turn_mail

pytestmark = pytest.mark.django_db

Kind = Notice.Kind
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def public(settings: Settings) -> str:
    address = settings.PUBLIC_URL = "https://odin.example.org"
    return address


@pytest.fixture
def mail_program() -> Client:
    """A mail program has no cookies and needs no CSRF token."""
    return Client(enforce_csrf_checks=True)


def choice(user: User, kind: Notice.Kind = Kind.TURN) -> str:
    return channels_for(preferences_of(User.objects.get(pk=user.pk)), kind).mail


def path_of(user: User, what: Notice.Kind | Notice.Digest = Kind.TURN) -> str:
    return re.sub(r"^https?://[^/]+", "", stop_link(user, what))


def test_a_mail_names_the_way_to_stop_it(server: Server, game: Game, public: str) -> None:
    send(turn_mail(game))
    (mail,) = server.mails
    (link,) = re.findall(rf"^<({public}/stop/\S+/)>$", mail["List-Unsubscribe"].strip())
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for kind in ("plain", "html"):
        assert link in part(mail, kind)
        assert f"{public}/settings/notices/" in part(mail, kind)


def test_without_https_there_is_the_plain_link_alone(game: Game, settings: Settings) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    message = compose(turn_mail(game), "somebody@example.org")
    assert not [name for name in message.extra_headers if name.startswith("List-Unsubscribe")]
    assert "http://127.0.0.1:8000/stop/" in message.body


def test_one_click_stops_mails_of_that_kind_alone(
    server: Server, game: Game, public: str, mail_program: Client
) -> None:
    row = turn_mail(game)
    send(row)
    link = str(server.mails[0]["List-Unsubscribe"]).strip()[1:-1].removeprefix(public)
    answer = mail_program.post(link, ONE_CLICK)
    assert (answer.status_code, list(answer.cookies)) == (200, [])
    assert choice(row.user) == "off"
    assert {choice(row.user, kind) for kind in CHOICE_KINDS if kind not in (Kind.TURN, Kind.MENTION, Kind.HAND)} == {
        "now"
    }
    assert mail_program.post(link, ONE_CLICK).status_code == 200
    assert choice(row.user) == "off"


def test_mails_stopped_meanwhile_are_not_sent(server: Server, game: Game, mail_program: Client) -> None:
    row = turn_mail(game)
    mail_program.post(path_of(row.user), ONE_CLICK)
    row = send(row)
    assert (row.status, row.reason) == (Notice.Status.DROPPED, "you turned this off")
    assert server.mails == []


def test_looking_changes_nothing(alice: User, mail_program: Client) -> None:
    for _time in range(3):
        answer = mail_program.get(path_of(alice))
        mail_program.head(path_of(alice))
        assert "Stop these emails?" in answer.content.decode()
    assert not Preferences.objects.exists()
    assert answer["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Referrer-Policy"] == "no-referrer"


def test_the_page_of_mails_that_are_stopped_says_so(alice: User, mail_program: Client) -> None:
    mail_program.post(path_of(alice), ONE_CLICK)
    page = mail_program.get(path_of(alice)).content.decode()
    assert "Emails stopped" in page
    assert "Stop these emails?" not in page
    assert "Hourly digest" in mail_program.get(path_of(alice, Notice.Digest.HOURLY)).content.decode()


def test_the_button_stops_and_can_be_undone(alice: User, mail_program: Client) -> None:
    Preferences.objects.create(user=alice, channels={"turn": {"mail": "daily", "push": False, "webhook": True}})
    page = mail_program.post(path_of(alice), {"stop": "1"}).content.decode()
    assert choice(alice) == "off"
    (undo,) = re.findall(r'name="undo" value="([^"]+)"', page)
    page = mail_program.post(path_of(alice), {"undo": undo}).content.decode()
    assert "Emails turned back on" in page
    chosen = channels_for(preferences_of(User.objects.get(pk=alice.pk)), Kind.TURN)
    assert (chosen.mail, chosen.push, chosen.webhook) == ("daily", False, True)


def test_undoing_leaves_what_was_chosen_since(alice: User, mail_program: Client) -> None:
    page = mail_program.post(path_of(alice)).content.decode()
    (undo,) = re.findall(r'name="undo" value="([^"]+)"', page)
    Preferences.objects.update(channels={"turn": {"mail": "weekly", "push": True, "webhook": True}})
    mail_program.post(path_of(alice), {"undo": undo})
    assert choice(alice) == "weekly"


def test_one_persons_undo_is_not_anothers(alice: User, bob: User, mail_program: Client) -> None:
    (undo,) = re.findall(r'name="undo" value="([^"]+)"', mail_program.post(path_of(alice)).content.decode())
    mail_program.post(path_of(bob))
    assert mail_program.post(path_of(bob), {"undo": undo}).status_code == 404
    assert (choice(alice), choice(bob)) == ("off", "off")


@pytest.mark.parametrize(
    "token",
    ["x", "WzEsInR1cm4iXQ", signing.dumps([1, "turn"], salt="games.stop.undo"), signing.dumps([1, "no"], salt=SALT),
     signing.dumps("turn", salt=SALT), signing.dumps([1], salt=SALT)],
    # Signatures contain the time; parallel workers need the same ids.
    ids=["nothing", "unsigned", "another_link", "unknown_kind", "no_list", "no_kind"],
)  # fmt: skip
def test_other_links_stop_nothing(alice: User, mail_program: Client, token: str) -> None:
    for answer in (mail_program.get(f"/stop/{token}/"), mail_program.post(f"/stop/{token}/", ONE_CLICK)):
        assert answer.status_code == 404
        assert "This link no longer works" in answer.content.decode()
    assert not Preferences.objects.exists()


def test_a_closed_account_is_told_so(alice: User, mail_program: Client) -> None:
    path = path_of(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    answer = mail_program.post(path, ONE_CLICK)
    assert answer.status_code == 410
    assert "Account closed" in answer.content.decode()


def test_a_collected_mail_stops_all_that_are_collected_with_it(
    alice: User, bob: User, public: str, mail_program: Client
) -> None:
    daily = {"mail": "daily", "push": True, "webhook": True}
    Preferences.objects.create(user=alice, channels={"started": daily, "over": daily, "turn": daily | {"mail": "now"}})
    lay_game([alice, bob])
    rows = list(Notice.objects.filter(user=alice, digest="daily"))
    make_due(*rows)
    message = compose_digest(rows, "alice@example.org")
    link = message.extra_headers["List-Unsubscribe"][1:-1].removeprefix(public)
    page = mail_program.post(link, ONE_CLICK).content.decode()
    assert "Daily digest" in page
    assert [choice(alice, kind) for kind in (Kind.STARTED, Kind.OVER, Kind.TURN)] == ["off", "off", "now"]
    (undo,) = re.findall(r'name="undo" value="([^"]+)"', page)
    mail_program.post(link, {"undo": undo})
    assert [choice(alice, kind) for kind in (Kind.STARTED, Kind.OVER, Kind.TURN)] == ["daily", "daily", "now"]


def test_the_mail_of_a_seat_stops_with_that_of_the_start(alice: User, mail_program: Client) -> None:
    page = mail_program.post(path_of(alice, Kind.JOINED), ONE_CLICK).content.decode()
    assert "Game started" in page
    assert choice(alice, Kind.JOINED) == choice(alice, Kind.STARTED) == "off"


def test_the_page_shows_nothing_of_the_account(alice: User, bob: User) -> None:
    client = Client()
    client.force_login(bob)
    page = client.get(path_of(alice)).content.decode()
    assert "alice" in page
    assert not re.search(r"\bbob\b", page)
    assert client.get("/settings/").status_code == 200
