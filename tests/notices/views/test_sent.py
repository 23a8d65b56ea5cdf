"""Notifications sent to a person, and their outcome."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Notice, PushSubscription, Webhook
from games.notices.sent import SENT_PAGE
from tests.clients import ClientOf, session_of
from tests.games_laid import lay_game
from tests.page_texts import main_of, queries_of, words_of

SENT = "/settings/sent/"
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    with time_machine.travel(NOON, tick=False):
        game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse"))
        Notice.objects.all().delete()
    return game


def note(game: Game | None, user: User, **facts: Any) -> Notice:
    row: dict[str, Any] = {
        "kind": Notice.Kind.TURN, "game": game, "user": user, "version": Notice.objects.count() + 1,
        "created_at": NOON, "due_at": NOON, "status": Notice.Status.SENT, "sent_at": NOON,
    }  # fmt: skip
    return Notice.objects.create(**row | facts)


def words(client_of: ClientOf, user: User, query: str = "") -> str:
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        return words_of(client_of(user).get(SENT + query))


LATER = NOON + timedelta(hours=6)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, "Your turn Boathouse Email sent on 1 Dec 2026, 12:00"),
        ({"sent_at": LATER}, "Your turn Boathouse Email 1 Dec 2026, 12:00 sent on 1 Dec 2026, 18:00"),
        ({"uncertain": True}, "sent on 1 Dec 2026, 12:00, maybe twice"),
        (
            {"status": "dropped", "sent_at": None, "reason": "the turn was played", "uncertain": True},
            "maybe sent: the turn was played",
        ),
        ({"kind": "over"}, "Game over Boathouse Email"),
        ({"status": "waiting", "sent_at": None, "due_at": LATER}, "waiting until 1 Dec 2026, 18:00"),
        (
            {"status": "waiting", "sent_at": None, "due_at": LATER, "digest": "daily"},
            "in the digest on 1 Dec 2026, 18:00",
        ),
        (
            {"status": "waiting", "sent_at": None, "due_at": LATER, "attempts": 2, "reason": "450 busy {now}"},
            "tried 2 times, again on 1 Dec 2026, 18:00: 450 busy {now}",
        ),
        ({"status": "sending", "sent_at": None}, "being sent"),
        ({"status": "failed", "sent_at": None, "reason": "550 <no> such box"}, "failed: 550 <no> such box"),
        ({"status": "dropped", "sent_at": None, "reason": "the turn was played"}, "not sent: the turn was played"),
        ({"status": "dropped", "sent_at": None}, "not sent"),
    ],
)
def test_each_outcome_is_described_in_words(
    alice: User, client_of: ClientOf, game: Game, facts: dict[str, Any], told: str
) -> None:
    note(game, alice, **facts)
    sent = facts.get("status", "sent") == "sent" or facts.get("uncertain", False)
    assert told in words(client_of, alice, "" if sent else "?show=unsent")
    assert "Boathouse" not in words(client_of, alice, "?show=unsent" if sent else "")


def test_the_two_lists_are_linked_and_other_values_show_what_was_sent(
    alice: User, client_of: ClientOf, game: Game
) -> None:
    note(game, alice)
    page = " ".join(main_of(client_of(alice).get(SENT + "?show=unsent")).split())
    assert 'href="/settings/sent/?show=unsent" aria-current="page">Not sent</a>' in page
    assert page.split(">Sent</a>")[0].rsplit("<a ", 1)[1].strip() == 'href="/settings/sent/"'
    with time_machine.travel(NOON, tick=False):
        assert "Boathouse" in words_of(client_of(alice).get(SENT + "?show=all"))


def test_pages_of_what_was_not_sent_stay_in_that_list(alice: User, client_of: ClientOf, game: Game) -> None:
    for _each in range(SENT_PAGE + 1):
        note(game, alice, status="dropped", sent_at=None)
    with time_machine.travel(NOON, tick=False):
        assert 'href="?page=2&amp;show=unsent"' in main_of(client_of(alice).get(SENT + "?show=unsent"))
    assert words(client_of, alice, "?page=2&show=unsent").count("Boathouse") == 1


def test_times_are_the_persons_own(alice: User, client_of: ClientOf, game: Game) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kathmandu")
    note(game, alice)
    assert "sent on 1 Dec 2026, 17:45" in words(client_of, alice)


def test_each_way_has_its_name_and_what_is_gone_is_still_told(alice: User, client_of: ClientOf, game: Game) -> None:
    hook = Webhook.objects.create(
        user=alice, kind="discord", name="Our pier", sealed_address=b"x", hint="discord.com/…x", created_at=NOON
    )
    nameless = Webhook.objects.create(
        user=alice, kind="json", sealed_address=b"x", hint="example.org/…y", created_at=NOON
    )
    phone = PushSubscription.objects.create(
        user=alice,
        session=session_of(alice),
        endpoint_hash="x",
        sealed_endpoint=b"x",
        label="Firefox, Android",
        created_at=NOON,
    )
    note(game, alice, channel="webhook", webhook=hook)
    note(game, alice, channel="webhook", webhook=nameless)
    note(game, alice, channel="push", subscription=phone)
    shown = words(client_of, alice)
    for way in ("Discord: Our pier", "Plain JSON: example.org/…y", "Push: Firefox, Android"):
        assert way in shown
    for target in (hook, nameless, phone):
        target.delete()
    shown = words(client_of, alice)
    assert shown.count("Boathouse Webhook sent on 1 Dec") == 2
    assert shown.count("Boathouse Push sent on 1 Dec") == 1


def test_everybody_sees_their_own_of_the_last_90_days(
    alice: User, bob: User, charlie: User, client_of: ClientOf, game: Game
) -> None:
    note(game, alice, created_at=NOON - timedelta(days=89), kind="invitation")
    note(game, alice, created_at=NOON - timedelta(days=90), kind="over")
    note(game, bob, kind="timeout")
    shown = words(client_of, alice)
    assert "Invitation Boathouse" in shown
    assert "Game over" not in shown
    assert "ran out" not in shown
    assert "Nothing yet." in words(client_of, charlie)


def test_a_game_that_one_may_not_see_any_more_is_named_without_a_link(
    alice: User, charlie: User, client_of: ClientOf, game: Game
) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    note(game, alice)
    note(game, charlie, kind="invitation")
    link = reverse("games:table", args=[game.public_id])
    with time_machine.travel(NOON, tick=False):
        assert link in main_of(client_of(alice).get(SENT))
        assert link not in main_of(client_of(charlie).get(SENT))
    assert "Invitation Boathouse" in words(client_of, charlie)


def test_what_belongs_to_no_game_leads_to_its_own_page(alice: User, client_of: ClientOf, game: Game) -> None:
    for number, kind in enumerate(("sanction", "appeal", "report"), start=1):
        note(None, alice, kind=kind, version=0, about=number)
    with time_machine.travel(NOON, tick=False):
        page = main_of(client_of(alice).get(SENT))
    assert 'href="/settings/decisions/#decision-1">Read decision</a>' in page
    assert 'href="/settings/decisions/">Read decision</a>' in page
    assert 'href="/settings/reports/">See your reports</a>' in page
    shown = words(client_of, alice)
    for told in ("Decision", "Appeal", "Report"):
        assert told in shown


def test_the_list_is_paged_the_newest_first_for_a_fixed_number_of_queries(
    alice: User, client_of: ClientOf, game: Game
) -> None:
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        client = client_of(alice)
        note(game, alice, created_at=NOON - timedelta(days=2), kind="started")
        note(None, alice, created_at=NOON - timedelta(days=2), kind="appeal", version=0, about=1)
        # Session, account, notices, games that wait.
        assert queries_of(lambda: client.get(SENT)) == 4
        for _more in range(SENT_PAGE):
            note(game, alice)
        assert queries_of(lambda: client.get(SENT)) == 4
        first, second = words_of(client.get(SENT)), words_of(client.get(SENT + "?page=2"))
    assert first.count("Boathouse") == SENT_PAGE
    assert "Game started" not in first
    assert "Game started Boathouse" in second
    assert words(client_of, alice, "?page=no").count("Boathouse") == SENT_PAGE


def test_a_visitor_logs_in_first_and_nothing_is_posted(client: Client, alice: User, client_of: ClientOf) -> None:
    assert client.get(SENT).headers["Location"] == f"{reverse('account_login')}?next={SENT}"
    assert client_of(alice).post(SENT).status_code == 405
