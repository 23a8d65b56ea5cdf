"""Appeals: one for each decision, answered once, by another moderator."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.decisions.appeals import appeal_answer, appeal_make
from accounts.decisions.sanctions import sanction_impose, sanction_lift
from accounts.errors import AccountReason, AccountRefused
from accounts.models import Appeal, AuditEntry, Sanction, User
from games.moderation.impartiality import cases_waiting
from tests.factories import make_staff

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


@pytest.fixture
def judge(db: None) -> User:
    return make_staff("judge", "moderator")


@pytest.fixture
def mute(alice: User, mona: User) -> Sanction:
    return sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.", days=10)


def made(user: User, sanction: Sanction, text: str = "I did not.") -> AccountReason | Appeal:
    try:
        return appeal_make(user=user, sanction_id=sanction.pk, text=text)
    except AccountRefused as refused:
        return refused.reason


def answered(actor: User, appeal: Appeal, outcome: str, answer: str = "No.", days: int | None = None) -> object:
    try:
        return appeal_answer(actor=actor, appeal_id=appeal.pk, outcome=outcome, answer=answer, days=days)
    except AccountRefused as refused:
        return refused.reason


def test_only_the_person_appeals_once_with_words_and_while_it_stands(
    alice: User, bob: User, mona: User, mute: Sanction
) -> None:
    assert made(bob, mute) == AccountReason.NO_SUCH_DECISION
    assert made(alice, mute, "\uffa0\n") == AccountReason.TEXT_MISSING
    assert made(alice, mute, "x" * 4001) == AccountReason.TEXT_TOO_LONG
    assert isinstance(made(alice, mute), Appeal)
    assert made(alice, mute) == AccountReason.ALREADY_APPEALED
    lifted = sanction_impose(actor=mona, user=alice, kind="warn", reason="x")
    sanction_lift(actor=mona, sanction_id=lifted.pk, reason="x")
    assert made(alice, lifted) == AccountReason.OVER_ALREADY
    assert Appeal.objects.count() == 1


def test_neither_the_deciding_moderator_nor_a_helper_answers(
    alice: User, mona: User, judge: User, mute: Sanction
) -> None:
    appeal = appeal_make(user=alice, sanction_id=mute.pk, text="I did not.")
    assert answered(mona, appeal, "upheld") == AccountReason.OWN_DECISION
    for actor in (make_staff("henry", "helper"), alice):
        with pytest.raises(PermissionDenied):
            appeal_answer(actor=actor, appeal_id=appeal.pk, outcome="lifted", answer="x")
    assert answered(judge, appeal, "upheld", "\u034f") == AccountReason.REASON_MISSING
    appeal.refresh_from_db()
    assert appeal.answered_at is None
    assert isinstance(answered(judge, appeal, "upheld"), Appeal)
    assert answered(judge, appeal, "lifted") == AccountReason.ALREADY_ANSWERED
    entry = AuditEntry.objects.get(action="appeal.answer")
    assert (entry.actor, entry.person, entry.about) == (judge.pk, alice.pk, f"appeal {appeal.pk}")
    assert entry.facts == {"sanction": mute.pk, "outcome": "upheld", "days": None}


def test_the_only_moderator_answers_their_own_decision(alice: User, mona: User, mute: Sanction) -> None:
    make_staff("henry", "helper")
    gone, suspended = make_staff("gone", "moderator"), make_staff("suspended", "moderator")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    User.objects.filter(pk=suspended.pk).update(suspended_until=timezone.now() + DAY)
    appeal = appeal_make(user=alice, sanction_id=mute.pk, text="I did not.")
    assert cases_waiting(mona) == 1
    assert isinstance(answered(mona, appeal, "lifted", "Sorry."), Appeal)
    assert Appeal.objects.get().answered_by_decider


@pytest.mark.parametrize("superuser", [False, True])
def test_one_more_moderator_ends_that(alice: User, mona: User, mute: Sanction, *, superuser: bool) -> None:
    appeal = appeal_make(user=alice, sanction_id=mute.pk, text="I did not.")
    other = make_staff("other", *([] if superuser else ["moderator"]))
    User.objects.filter(pk=other.pk).update(is_superuser=superuser)
    assert answered(mona, appeal, "upheld") == AccountReason.OWN_DECISION
    assert [cases_waiting(User.objects.get(pk=user.pk)) for user in (mona, other)] == [0, 1]
    assert isinstance(answered(User.objects.get(pk=other.pk), appeal, "upheld"), Appeal)
    assert not Appeal.objects.get().answered_by_decider


def test_each_outcome_does_what_it_says(alice: User, mona: User, judge: User) -> None:
    with time_machine.travel(NOON, tick=False):
        appeals = {}
        for outcome, kind in (("upheld", "mute"), ("shortened", "bar"), ("lifted", "suspend")):
            sanction = sanction_impose(actor=mona, user=alice, kind=kind, reason="Swore.", days=10)
            appeals[outcome] = appeal_make(user=alice, sanction_id=sanction.pk, text="I did not.")
        alice.refresh_from_db()
        assert not alice.decisions_unread
        short = appeals["shortened"]
        assert answered(judge, short, "shortened") == AccountReason.LENGTH_MISSING
        assert answered(judge, short, "shortened", days=10) == AccountReason.NOT_SHORTER
        for outcome, days in (("upheld", None), ("shortened", 3), ("lifted", None)):
            assert isinstance(answered(judge, appeals[outcome], outcome, "Well.", days), Appeal)
        upheld, shortened, lifted = Sanction.objects.order_by("pk")
        assert (upheld.ends_at, upheld.lifted_at) == (NOON + 10 * DAY, None)
        assert (shortened.ends_at, shortened.lifted_at) == (NOON + 3 * DAY, None)
        assert (lifted.lifted_by, lifted.lift_reason) == (judge, "Well.")
        alice.refresh_from_db()
        assert alice.decisions_unread
        assert alice.muted_until == NOON + 10 * DAY


def test_what_was_lifted_meanwhile_is_answered_all_the_same(
    alice: User, mona: User, judge: User, mute: Sanction
) -> None:
    appeal = appeal_make(user=alice, sanction_id=mute.pk, text="I did not.")
    sanction_lift(actor=mona, sanction_id=mute.pk, reason="My mistake.")
    assert answered(judge, appeal, "shortened", days=2) == AccountReason.OVER_ALREADY
    assert isinstance(answered(judge, appeal, "lifted", "It is lifted already."), Appeal)
    mute.refresh_from_db()
    assert (mute.lifted_by, mute.lift_reason) == (mona, "My mistake.")
