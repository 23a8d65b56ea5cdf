"""Several people claim a report at the same time."""

import threading
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.models import AuditEntry, Sanction
from accounts.privacy.erasure import account_erase
from games.lobby.services import NewGame
from games.models import Notice, Report
from games.moderation.reports import ReportVerdict, report_claim, report_judge, report_make
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def report() -> Report:
    make_person("bob")
    return report_make(user=make_person("alice"), kind="profile", accused="bob", text="Rude name")


def test_of_two_claims_one_holds() -> None:
    row, mona, hal = report(), make_staff("mona", "moderator"), make_staff("hal", "helper")
    outcomes = at_once(
        lambda: report_claim(actor=mona, report_id=row.pk), lambda: report_claim(actor=hal, report_id=row.pk)
    )
    assert sorted(outcomes) == ["accepted", "report_claimed"]
    assert AuditEntry.objects.filter(action="report.claim").count() == 1


def test_of_two_verdicts_one_decides() -> None:
    row, mona, hal = report(), make_staff("mona", "moderator"), make_staff("hal", "helper")
    verdict = ReportVerdict("mute", "Enough.", 3)
    judge = partial(report_judge, report_id=row.pk, outcome="acted", answer="Done.", sanction=verdict)
    outcomes = at_once(partial(judge, actor=mona), partial(judge, actor=hal))
    assert sorted(outcomes) == ["accepted", "report_judged"]
    assert Sanction.objects.count() == 1
    assert Notice.objects.filter(kind=Notice.Kind.REPORT, channel="mail").count() == 1


def test_the_same_report_sent_twice_is_one() -> None:
    alice, _bob = make_person("alice"), make_person("bob")

    def send() -> object:
        return report_make(user=alice, kind="profile", accused="bob", text="Rude name")

    assert sorted(at_once(send, send)) == ["accepted", "report_twice"]
    assert Report.objects.count() == 1


@pytest.mark.parametrize("judged", ["alice", "bob"])
def test_a_ban_by_a_report_and_the_erasing_of_its_reporter_wait_for_each_other(judged: str) -> None:
    """Both sit at one table; the accused has the lower id once."""
    people = {name: make_person(name) for name in ("alice", "bob")}
    accused = people.pop(judged)
    [reporter] = people.values()
    game = lay_game([accused, reporter], NewGame(seats=2))
    row = report_make(user=reporter, kind="game", public_id=game.public_id, accused=judged, text="Odd")
    mona = make_staff("mona", "moderator")

    def judge() -> object:
        return report_judge(
            actor=mona, report_id=row.pk, outcome="acted", answer="Gone.", sanction=ReportVerdict("ban", "Enough.")
        )

    forgetting = threading.Event()

    # The judge comes between locking the reporter's games and the reports.
    def wait(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 # Django's
        if sql.startswith('UPDATE "games_report"'):
            forgetting.set()
            threading.Event().wait(0.5)
        return execute(sql, params, many, context)

    def erase() -> object:
        with connection.execute_wrapper(wait):
            return account_erase(user=reporter)

    def judge_meanwhile() -> object:
        assert forgetting.wait(10)
        return judge()

    assert at_once(erase, judge_meanwhile) == ["accepted", "accepted"]
    row.refresh_from_db()
    assert (row.outcome, row.text) == ("acted", "")
