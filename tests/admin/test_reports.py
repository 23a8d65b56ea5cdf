"""The staff's queue of reports, the answers to begin from, and the signals, over HTTP."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import AuditEntry, Sanction, User
from games.lobby.services import NewGame
from games.models import CannedAnswer, ChatLine, Game, Report, Signal
from games.moderation.reports import report_make
from tests.admin.asking import Asking
from tests.admin.conftest import browser_of
from tests.admin.every_page import found, words_of
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db

QUEUE = "/admin/games/report/"
SIGNALS = "/admin/games/signal/"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, name="Boathouse"))


@pytest.fixture
def report(game: Game, alice: User, bob: User) -> Report:
    for number in range(3):
        line = ChatLine.objects.create(game=game, user=bob, text=f"wood {number}", created_at=timezone.now())
    return report_make(user=alice, kind="chat", line_id=line.pk - 1, text="<i>Rude</i>")


@pytest.fixture
def helper(db: None) -> Client:
    return browser_of(make_staff("hal", "helper"))


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


def acts_on(client: Client, report: Report) -> list[str]:
    return re.findall(r"/act/([a-z]+)/", client.get(f"{QUEUE}{report.pk}/change/").content.decode())


def rows_of(client: Client, query: str = "") -> list[int]:
    return [row.pk for row in Asking.of(client).listed(Report, f"{QUEUE}{query}")]


def test_the_queue_shows_what_waits_the_oldest_first(helper: Client, report: Report, alice: User, bob: User) -> None:
    younger = report_make(user=alice, kind="profile", accused="bob", text="Rude name")
    older = report_make(user=bob, kind="profile", accused="alice", text="Odd")
    Report.objects.filter(pk=older.pk).update(created_at=timezone.now() - timedelta(days=2))
    assert rows_of(helper) == [older.pk, report.pk, younger.pk]
    helper.post(f"{QUEUE}{older.pk}/act/claim/")
    helper.post(f"{QUEUE}{report.pk}/act/judge/", {"outcome": "refused", "answer": "No."})
    assert rows_of(helper) == [older.pk, younger.pk]
    assert rows_of(helper, "?state=mine") == [older.pk]
    assert rows_of(helper, "?state=free") == [younger.pk]
    assert rows_of(helper, "?state=judged") == [report.pk]
    assert rows_of(helper, "?state=all") == [older.pk, younger.pk, report.pk]
    assert rows_of(helper, "?q=ALICE") == [older.pk, younger.pk, report.pk]
    assert rows_of(helper, f"?q={report.game and report.game.public_id}") == [report.pk]


def test_a_case_shows_all_that_bears_on_it(helper: Client, report: Report, alice: User, bob: User) -> None:
    report_make(user=make_person("dora"), kind="profile", accused="bob", text="Rude name")
    page = words_of(helper, f"{QUEUE}{report.pk}/change/")
    assert "&lt;i&gt;" in helper.get(f"{QUEUE}{report.pk}/change/").content.decode()
    for words in ("wood 0", "wood 1", "wood 2", "Turns on time / late:", "No decisions so far."):
        assert words in page
    assert "1 waiting" in plain(page)
    assert f"{report.pk} {report.get_kind_display()}" in page
    assert acts_on(helper, report) == ["claim", "judge", "note"]


def test_claim_note_and_give_back(helper: Client, report: Report) -> None:
    act = f"{QUEUE}{report.pk}/act"
    assert helper.get(f"{act}/claim/").status_code == 200
    assert helper.post(f"{act}/claim/").status_code == 302
    assert acts_on(helper, report) == ["judge", "note", "release"]
    helper.post(f"{act}/note/", {"text": "Third time this week"})
    assert "Third time this week" in words_of(helper, f"{QUEUE}{report.pk}/change/")
    other = browser_of(make_staff("hugo", "helper"))
    refused = other.post(f"{act}/release/")
    assert refused.status_code == 422
    assert "Someone else has claimed this report." in refused.content.decode()
    assert helper.post(f"{act}/release/").status_code == 302
    report.refresh_from_db()
    assert report.status == Report.Status.OPEN


def test_judging_with_a_decision(helper: Client, report: Report, bob: User) -> None:
    act = f"{QUEUE}{report.pk}/act/judge/"
    page = words_of(helper, act)
    assert 'value="mute"' in page
    assert 'value="suspend"' not in page
    for fields, words in (
        ({"outcome": "acted"}, "Write or choose an answer."),
        ({"outcome": "acted", "canned": "1", "decision": "mute"}, "Give a reason."),
        ({"outcome": "noted", "canned": "1", "decision": "warn", "reason": "x"}, "need the outcome “we acted on it”"),
        (
            {"outcome": "acted", "canned": "1", "decision": "warn", "reason": "x", "days": "3"},
            "Warnings and bans have no length.",
        ),
    ):
        refused = helper.post(act, fields)
        assert refused.status_code == 422
        assert words in refused.content.decode()
        assert not Sanction.objects.exists()
    done = helper.post(
        act, {"outcome": "acted", "canned": "1", "decision": "mute", "days": "3", "reason": "No insults at tables."}
    )
    assert done.status_code == 302
    report.refresh_from_db()
    assert report.answer.startswith("Thanks for your report.")
    assert report.sanction == Sanction.objects.get(user=bob, kind="mute")
    assert acts_on(helper, report) == ["note"]


def test_the_reported_line_may_be_hidden_by_the_verdict(helper: Client, report: Report, alice: User) -> None:
    act = f"{QUEUE}{report.pk}/act/judge/"
    assert 'name="hide_line"' in words_of(helper, act)
    about_person = report_make(user=alice, kind="profile", accused="bob", text="Rude name")
    assert 'name="hide_line"' not in words_of(helper, f"{QUEUE}{about_person.pk}/act/judge/")
    asked = {"canned": "1", "hide_line": "on"}
    assert "Decisions and hidden messages need" in helper.post(act, {**asked, "outcome": "noted"}).content.decode()
    assert not ChatLine.objects.filter(hidden_at__isnull=False).exists()
    assert helper.post(act, {**asked, "outcome": "acted"}).status_code == 302
    assert list(ChatLine.objects.filter(hidden_at__isnull=False)) == [report.line]
    assert not Sanction.objects.exists()


def test_moderators_may_decide_more(report: Report) -> None:
    page = words_of(browser_of(make_staff("mona", "moderator")), f"{QUEUE}{report.pk}/act/judge/")
    assert 'value="suspend"' in page
    assert 'value="ban"' in page


def test_a_moderator_does_not_find_reports_about_themselves(report: Report, bob: User) -> None:
    bob.groups.set(make_staff("hal", "helper").groups.all())
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    refused = browser_of(User.objects.get(pk=bob.pk)).post(f"{QUEUE}{report.pk}/act/claim/")
    assert refused.status_code == 404
    report.refresh_from_db()
    assert report.status == Report.Status.OPEN


def test_an_administrator_writes_the_answers(report: Report, helper: Client) -> None:
    boss = browser_of(make_staff("ada", "administrator"))
    add = "/admin/games/cannedanswer/add/"
    assert helper.get(add).status_code == 403
    assert "Standard" not in words_of(helper, "/admin/games/cannedanswer/")
    assert boss.post(add, {"title": "Manners", "text": "Thank you, we spoke with them."}).status_code == 200
    assert not CannedAnswer.objects.exists()
    wanted = {"title": "Manners", "text": "Thank you, we spoke with them.", "reason": "Asked for often"}
    assert boss.post(add, wanted).status_code == 302
    own = CannedAnswer.objects.get()
    offered = words_of(helper, f"{QUEUE}{report.pk}/act/judge/")
    assert 'data-text="Thank you, we spoke with them."' in offered
    assert "No rule was broken" not in re.findall(r"<option[^>]*>([^<]*)", offered)
    act = f"/admin/games/cannedanswer/{own.pk}/act"
    assert boss.post(f"{act}/write/", {"text": "Thanks.", "reason": "Shorter"}).status_code == 302
    own.refresh_from_db()
    assert own.text == "Thanks."
    assert helper.post(f"{act}/remove/", {"reason": "x"}).status_code == 403
    assert boss.post(f"{act}/remove/", {"reason": "Unused"}).headers["Location"] == "/admin/games/cannedanswer/"
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["answer.add", "answer.change", "answer.remove"]


def signal(kind: str, people: list[int], weight: float, /, **evidence: object) -> Signal:
    at = timezone.now()
    return Signal.objects.create(
        kind=kind, people=people, weight=weight, evidence=evidence, first_seen_at=at, last_seen_at=at
    )


@pytest.fixture
def signals(game: Game, alice: User, bob: User) -> list[Signal]:
    """A signal of each kind, the least likely first."""
    two = sorted([alice.pk, bob.pk])
    return [
        signal(
            "dumping", two, 12.0, loser=bob.pk, games=40, lost=38, loser_met=60, loser_ahead=30, winner_met=50,
            winner_ahead=26, pairs=120, days=90, tables=[game.public_id],
        ),
        signal("mass", [*two, 9_999_999], 5.0, accounts=9, more=0.5, networks=40, days=7),
        signal(
            "stalling", [alice.pk], 4.0, games=12, let_down=8, left=2, late=64, turns=160, usual=0.031, people=40,
            days=90,
        ),
        signal("network", two, 2.5, games=3, partners=7, accounts=2, active=300, days=30, tables=[]),
    ]  # fmt: skip


def test_signals_are_shown_in_words_and_numbers(signals: list[Signal], game: Game) -> None:
    mona = browser_of(make_staff("mona", "moderator"))
    assert found(mona, Signal) == signals
    words = plain(words_of(mona, SIGNALS))
    assert "bob finished behind alice in 38 of 40 games over 90 days" in words
    assert "less than once in a billion" in words
    assert "alice, bob, #9999999" in words
    dumping, mass, stalling, network = (plain(words_of(mona, f"{SIGNALS}{row.pk}/change/")) for row in signals)
    assert "30 of 60 (50%)" in dumping
    assert "Boathouse" in dumping
    assert "9 new accounts from one network in 7 days" in mass.replace("  ", " ")
    assert "64 of 160 (40%)" in stalling
    assert "3.1" in stalling
    assert "once in 316" in network
    assert "May be a couple" in network
    assert found(mona, Signal, q="ALICE") == signals
    assert found(mona, Signal, q="nobody") == []


def test_a_signal_is_put_aside_with_a_reason(signals: list[Signal], helper: Client) -> None:
    act = f"{SIGNALS}{signals[0].pk}/act/aside/"
    assert helper.get(SIGNALS).status_code == 403
    assert helper.post(act, {"reason": "Family"}).status_code == 403
    mona = browser_of(make_staff("mona", "moderator"))
    assert mona.post(act, {"reason": ""}).status_code == 422
    assert mona.post(act, {"reason": "Father and daughter"}).status_code == 302
    assert found(mona, Signal) == signals[1:]
    assert found(mona, Signal, state="aside") == [signals[0]]
    assert "already put aside" in mona.post(act, {"reason": "Again"}).content.decode()
