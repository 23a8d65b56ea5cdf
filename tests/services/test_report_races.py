"""Reports that several people take in hand at the same moment."""

from functools import partial

import pytest

from accounts.models import AuditEntry, Sanction
from games.models import Notice, Report
from games.services.reports import Verdict, report_claim, report_judge, report_make
from tests.factories import make_person, make_staff
from tests.services.test_races import at_once

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
    verdict = Verdict("mute", "Enough.", 3)
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
