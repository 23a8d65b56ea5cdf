"""Reports are claimed by one helper and judged by another not concerned."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.decisions.sanctions import sanction_impose, sanction_lift
from accounts.errors import AccountRefused
from accounts.models import AuditEntry, Sanction, User
from games.errors import GameError, Refused
from games.lobby.services import NewGame
from games.models import ChatLine, Game, Notice, Report
from games.moderation.acts import seat_to_person
from games.moderation.reports import ReportVerdict, report_claim, report_judge, report_make, report_note, report_release
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game

WARNING = ReportVerdict("warn", "Be kind.")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2))


@pytest.fixture
def report(game: Game, alice: User) -> Report:
    return report_make(user=alice, kind="stalling", public_id=game.public_id, accused="bob", text="An hour each turn")


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


@pytest.fixture
def hal(db: None) -> User:
    return make_staff("hal", "helper")


def refusal(do: Any, **asked: Any) -> str:
    try:
        do(**asked)
    except (Refused, AccountRefused) as refused:
        return refused.reason.value
    raise AssertionError("it was not refused")


def test_a_report_is_claimed_by_one(report: Report, mona: User, hal: User) -> None:
    claimed = report_claim(actor=hal, report_id=report.pk)
    assert (claimed.status, claimed.claimed_by) == ("claimed", hal)
    assert report_claim(actor=hal, report_id=report.pk).claimed_by == hal
    assert refusal(report_claim, actor=mona, report_id=report.pk) == "report_claimed"
    assert refusal(report_judge, actor=mona, report_id=report.pk, outcome="noted", answer="x") == "report_claimed"


def test_a_claim_is_given_back_by_its_holder_or_a_moderator(report: Report, mona: User, hal: User) -> None:
    assert refusal(report_release, actor=mona, report_id=report.pk) == "report_not_claimed"
    report_claim(actor=mona, report_id=report.pk)
    assert refusal(report_release, actor=hal, report_id=report.pk) == "report_claimed"
    report_release(actor=mona, report_id=report.pk)
    report_claim(actor=hal, report_id=report.pk)
    released = report_release(actor=mona, report_id=report.pk)
    assert (released.status, released.claimed_by, released.claimed_at) == ("open", None, None)
    actions = AuditEntry.objects.order_by("pk").values_list("action", "actor")
    assert list(actions) == [
        ("report.claim", mona.pk),
        ("report.release", mona.pk),
        ("report.claim", hal.pk),
        ("report.release", mona.pk),
    ]


def test_a_verdict_answers_decides_and_tells_in_one_act(report: Report, alice: User, bob: User, hal: User) -> None:
    judged = report_judge(
        actor=hal,
        report_id=report.pk,
        outcome="acted",
        answer="Bob was told.",
        sanction=ReportVerdict("mute", "Enough.", 3),
    )
    decision = Sanction.objects.get(user=bob)
    assert (decision.kind, decision.reason, decision.by) == ("mute", "Enough.", hal)
    assert (judged.status, judged.outcome, judged.sanction, judged.claimed_by) == ("judged", "acted", decision, hal)
    bob.refresh_from_db()
    assert bob.is_muted
    told = Notice.objects.filter(kind=Notice.Kind.REPORT, channel="mail")
    assert [(notice.user, notice.about, notice.game) for notice in told] == [(alice, report.pk, None)]
    entry = AuditEntry.objects.get(action="report.judge")
    assert (entry.actor, entry.person, entry.game) == (hal.pk, bob.pk, report.game and report.game.public_id)
    assert entry.reason == f"@#{bob.pk} was told."
    assert entry.facts == {"outcome": "acted", "sanction": decision.pk}
    assert refusal(report_judge, actor=hal, report_id=report.pk, outcome="noted", answer="x") == "report_judged"
    assert refusal(report_claim, actor=hal, report_id=report.pk) == "report_judged"
    assert report_note(actor=hal, report_id=report.pk, text="Again next week?").text == "Again next week?"


def test_a_decision_that_is_refused_leaves_the_report_as_it_was(report: Report, bob: User, hal: User) -> None:
    asked: dict[str, Any] = {"actor": hal, "report_id": report.pk, "outcome": "acted", "answer": "Done."}
    with pytest.raises(PermissionDenied):
        report_judge(**asked, sanction=ReportVerdict("ban", "Gone."))
    assert refusal(report_judge, **asked, sanction=ReportVerdict("warn", " ")) == "reason_missing"
    assert refusal(report_judge, **asked | {"outcome": "noted"}, sanction=WARNING) == "report_outcome"
    assert refusal(report_judge, **asked | {"outcome": "guilty"}) == "bad_options"
    assert refusal(report_judge, **asked | {"answer": "\u2800"}) == "report_answer"
    assert refusal(report_judge, **asked | {"answer": "x" * 2001}) == "report_too_long"
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert refusal(report_judge, **asked, sanction=WARNING) == "staff_first"
    report.refresh_from_db()
    assert (report.status, report.claimed_by) == ("open", None)
    assert not Sanction.objects.exists()
    assert not Notice.objects.filter(kind=Notice.Kind.REPORT).exists()
    assert not AuditEntry.objects.exists()


def test_a_verdict_does_not_name_the_reporter(report: Report, alice: User, hal: User) -> None:
    asked: dict[str, Any] = {"actor": hal, "report_id": report.pk, "outcome": "acted", "answer": "Thank you, alice."}
    for reason in ("Alice told us.", "@ALICE complained", "rude to alice"):
        assert refusal(report_judge, **asked, sanction=ReportVerdict("warn", reason)) == "report_names"
    assert not Sanction.objects.exists()
    assert report_judge(**asked, sanction=ReportVerdict("warn", "Malice is not welcome.")).sanction is not None


def test_a_report_of_a_whole_table_allows_no_decision_about_a_person(game: Game, alice: User, hal: User) -> None:
    report = report_make(user=alice, kind="game", public_id=game.public_id, text="Odd")
    asked: dict[str, Any] = {"actor": hal, "report_id": report.pk, "outcome": "acted", "answer": "Done."}
    assert refusal(report_judge, **asked, sanction=WARNING) == "report_nobody"
    assert report_judge(**asked).sanction is None


@pytest.mark.parametrize("do", [report_claim, report_release, report_note, report_judge])
def test_staff_do_not_act_in_what_concerns_them(do: Any, game: Game, alice: User, bob: User, mona: User) -> None:
    more: dict[str, Any] = {report_note: {"text": "x"}, report_judge: {"outcome": "noted", "answer": "x"}}.get(do, {})
    by_staff = report_make(user=mona, kind="profile", accused="bob", text="Rude")
    about_staff = report_make(user=alice, kind="profile", accused="mona", text="Rude")
    assert refusal(do, actor=mona, report_id=by_staff.pk, **more) == "own_case"
    assert refusal(do, actor=mona, report_id=about_staff.pk, **more) == "own_case"
    table = lay_game([alice, bob, mona], NewGame(seats=3))
    at_own_table = report_make(user=alice, kind="collusion", public_id=table.public_id, accused="bob", text="Odd")
    assert refusal(do, actor=mona, report_id=at_own_table.pk, **more) == "own_game"
    assert refusal(do, actor=mona, report_id=0, **more) == "no_such_report"
    for user in (make_person("dora"), make_staff("clerk")):
        with pytest.raises(PermissionDenied):
            do(actor=user, report_id=by_staff.pk, **more)


@pytest.mark.parametrize("do", [report_claim, report_release, report_note, report_judge])
def test_former_players_of_a_table_do_not_judge_it(do: Any, game: Game, alice: User, mona: User) -> None:
    former, other = make_staff("former", "helper"), make_person("other")
    table = lay_game([alice, former, other], NewGame(seats=3))
    seat = table.seats.get(user=former).number
    dora = make_person("dora")
    seat_to_person(actor=mona, public_id=table.public_id, reason="Away", seat=seat, handle=dora.handle)
    report = report_make(user=alice, kind="collusion", public_id=table.public_id, accused="dora", text="Odd")
    more: dict[str, Any] = {report_note: {"text": "x"}, report_judge: {"outcome": "noted", "answer": "x"}}.get(do, {})
    assert refusal(do, actor=former, report_id=report.pk, **more) == "own_game"


def test_reporters_decide_nothing_about_the_person_meanwhile(bob: User, mona: User, hal: User) -> None:
    report = report_make(user=mona, kind="profile", accused="bob", text="Rude")
    warn: dict[str, Any] = {"user": bob, "kind": "warn", "reason": "Rude."}
    assert refusal(sanction_impose, actor=mona, **warn) == "reported_by_you"
    given = sanction_impose(actor=hal, **warn)
    assert refusal(sanction_lift, actor=mona, sanction_id=given.pk, reason="x") == "reported_by_you"
    report_judge(actor=hal, report_id=report.pk, outcome="acted", answer="Warned.")
    sanction_impose(actor=mona, **warn)


def test_the_line_is_hidden_in_the_same_act(alice: User, bob: User, hal: User) -> None:
    charlie = make_person("charlie")
    game = lay_game([alice, bob, charlie], NewGame(seats=3))
    line = ChatLine.objects.create(game=game, user=bob, text="Idiot", created_at=timezone.now())
    asked: dict[str, Any] = {"actor": hal, "answer": "Done.", "hide_line": True}
    at_table = report_make(user=alice, kind="game", public_id=game.public_id, text="Odd")
    assert refusal(report_judge, **asked, report_id=at_table.pk, outcome="acted") == "chat_no_line"
    report = report_make(user=alice, kind="chat", line_id=line.pk)
    other = report_make(user=charlie, kind="chat", line_id=line.pk)
    assert refusal(report_judge, **asked, report_id=report.pk, outcome="noted") == "report_outcome"
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert refusal(report_judge, **asked, report_id=report.pk, outcome="acted", sanction=WARNING) == "staff_first"
    line.refresh_from_db()
    assert line.hidden_at is None
    User.objects.filter(pk=bob.pk).update(is_staff=False)
    report_judge(**asked, report_id=report.pk, outcome="acted", sanction=WARNING)
    line.refresh_from_db()
    assert (line.hidden_by, AuditEntry.objects.get(action="chat.hide").reason) == (hal, WARNING.reason)
    assert report_judge(**asked, report_id=other.pk, outcome="acted").outcome == "acted"


def test_notes_say_something(report: Report, hal: User) -> None:
    for text in ("", " \x00 ", "x" * 2001):
        assert refusal(report_note, actor=hal, report_id=report.pk, text=text) == "report_note"


def test_what_a_report_may_be_about(game: Game, alice: User, bob: User) -> None:
    charlie = make_person("charlie")
    asked: dict[str, Any] = {"user": alice, "public_id": game.public_id, "text": "Odd"}
    assert refusal(report_make, **asked, kind="collusion") == "report_whom"
    assert refusal(report_make, **asked, kind="collusion", accused="charlie") == "no_such_person"
    assert refusal(report_make, **asked, kind="game", accused="alice") == "report_own"
    assert refusal(report_make, **asked, kind="chat") == "bad_options"
    assert refusal(report_make, **asked, kind="nonsense") == "bad_options"
    assert refusal(report_make, **asked | {"user": charlie}, kind="stalling", accused="bob") == "bad_options"
    assert refusal(report_make, **asked | {"text": "\x00"}, kind="game") == "report_text"
    assert refusal(report_make, **asked | {"text": "x" * 2001}, kind="game") == "report_too_long"
    assert refusal(report_make, user=alice, kind="profile", text="Odd") == "report_whom"
    assert refusal(report_make, user=alice, kind="chat", line_id=1) == "chat_no_line"
    User.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(GameError):
        report_make(**asked | {"user": bob}, kind="game")
    assert not Report.objects.exists()
