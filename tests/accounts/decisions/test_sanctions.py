"""Decisions about people: who makes them, their effect, their end."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied

from accounts.decisions.sanctions import sanction_impose, sanction_lift, sanction_shorten, sanctions_confirm
from accounts.errors import AccountReason, AccountRefused
from accounts.models import FOREVER, AuditEntry, Sanction, User
from tests.factories import make_staff

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


def refusal(**call: object) -> AccountReason:
    with pytest.raises(AccountRefused) as refused:
        sanction_impose(**call)  # type: ignore[arg-type]
    return refused.value.reason


def test_each_kind_says_in_the_account_what_is_in_force_and_until_when(alice: User, mona: User) -> None:
    with time_machine.travel(NOON, tick=False):
        for kind, days in (("warn", None), ("mute", 3), ("mute", 7), ("bar", None), ("suspend", 2)):
            sanction_impose(actor=mona, user=alice, kind=kind, reason="Swore at bob.", days=days)
        alice.refresh_from_db()
        assert (alice.muted_until, alice.barred_until) == (NOON + 7 * DAY, FOREVER)
        assert alice.suspended_until == NOON + 2 * DAY
        assert alice.is_muted
        assert alice.is_barred
        assert alice.is_suspended
        assert alice.decisions_unread
    with time_machine.travel(NOON + 2 * DAY, tick=False):
        assert not alice.is_suspended
        assert alice.is_muted
        assert alice.is_barred
        sanction_impose(actor=mona, user=alice, kind="ban", reason="Again.")
        alice.refresh_from_db()
        assert alice.suspended_until == FOREVER


def test_each_decision_is_in_the_book_by_ids_alone(alice: User, mona: User) -> None:
    sanction = sanction_impose(actor=mona, user=alice, kind="mute", reason="alice swore, says mona", days=7)
    sanction_lift(actor=mona, sanction_id=sanction.pk, reason="A mistake")
    lift, mute = AuditEntry.objects.all()
    assert (mute.action, mute.actor, mute.person, mute.about) == (
        "person.mute", mona.pk, alice.pk, f"sanction {sanction.pk}",
    )  # fmt: skip
    assert mute.facts == {"days": 7}
    assert mute.reason == f"@#{alice.pk} swore, says @#{mona.pk}"
    assert (lift.action, lift.about, lift.reason) == ("sanction.lift", mute.about, "A mistake")


def test_helpers_warn_and_mute_and_no_more(alice: User, bob: User) -> None:
    helper = make_staff("henry", "helper")
    for kind in ("warn", "mute"):
        sanction = sanction_impose(actor=helper, user=alice, kind=kind, reason="x", days=None)
    for kind in ("bar", "suspend", "ban"):
        with pytest.raises(PermissionDenied):
            sanction_impose(actor=helper, user=alice, kind=kind, reason="x", days=None)
        with pytest.raises(PermissionDenied):
            sanction_impose(actor=bob, user=alice, kind=kind, reason="x", days=None)
    with pytest.raises(PermissionDenied):
        sanction_lift(actor=helper, sanction_id=sanction.pk, reason="x")
    with pytest.raises(PermissionDenied):
        sanction_shorten(actor=helper, sanction_id=sanction.pk, days=1, reason="x")
    assert Sanction.objects.count() == AuditEntry.objects.count() == 2


def test_what_makes_no_sense_is_refused_with_a_reason(alice: User, mona: User) -> None:
    other = make_staff("other", "helper")
    assert refusal(actor=mona, user=mona, kind="warn", reason="x") == AccountReason.OWN_ACCOUNT
    assert refusal(actor=mona, user=other, kind="warn", reason="x") == AccountReason.STAFF_FIRST
    assert refusal(actor=mona, user=alice, kind="warn", reason="  ") == AccountReason.REASON_MISSING
    assert refusal(actor=mona, user=alice, kind="suspend", reason="x") == AccountReason.LENGTH_MISSING
    for days in (0, -1, 3651):
        assert refusal(actor=mona, user=alice, kind="mute", reason="x", days=days) == AccountReason.LENGTH_MISSING
    for kind in ("warn", "ban"):
        assert refusal(actor=mona, user=alice, kind=kind, reason="x", days=3) == AccountReason.NO_LENGTH
    alice.is_bot = True
    alice.save()
    assert refusal(actor=mona, user=alice, kind="warn", reason="x") == AccountReason.NOT_A_PERSON
    assert not Sanction.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_page_that_is_sent_twice_brings_no_second_decision(alice: User, mona: User) -> None:
    sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.", days=3)
    for days in (1, 3):
        again = refusal(actor=mona, user=alice, kind="mute", reason="Swore, sent again.", days=days)
        assert again == AccountReason.HOLDS_ALREADY
    sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore once more.", days=4)
    assert refusal(actor=mona, user=alice, kind="mute", reason="x", days=4) == AccountReason.HOLDS_ALREADY
    assert Sanction.objects.count() == 2


def test_lifting_ends_one_decision_and_leaves_the_others(alice: User, mona: User) -> None:
    with time_machine.travel(NOON, tick=False):
        sanction_impose(actor=mona, user=alice, kind="mute", reason="x", days=3)
        long = sanction_impose(actor=mona, user=alice, kind="mute", reason="x", days=30)
        sanctions_confirm(user=alice, sanction_ids=list(Sanction.objects.values_list("pk", flat=True)))
        alice.refresh_from_db()
        assert not alice.decisions_unread
        sanction_lift(actor=mona, sanction_id=long.pk, reason="Too hard.")
        alice.refresh_from_db()
        assert alice.muted_until == NOON + 3 * DAY
        assert alice.decisions_unread, "the change is news"
        with pytest.raises(AccountRefused) as refused:
            sanction_lift(actor=mona, sanction_id=long.pk, reason="Again.")
        assert refused.value.reason == AccountReason.OVER_ALREADY


def test_shortening_makes_the_end_come_sooner_and_a_ban_a_suspension(alice: User, mona: User) -> None:
    with time_machine.travel(NOON, tick=False):
        mute = sanction_impose(actor=mona, user=alice, kind="mute", reason="x", days=10)
        for days, reason in ((10, AccountReason.NOT_SHORTER), (0, AccountReason.LENGTH_MISSING)):
            with pytest.raises(AccountRefused) as refused:
                sanction_shorten(actor=mona, sanction_id=mute.pk, days=days, reason="x")
            assert refused.value.reason == reason
        sanction_shorten(actor=mona, sanction_id=mute.pk, days=4, reason="x")
        ban = sanction_impose(actor=mona, user=alice, kind="ban", reason="x")
        sanction_shorten(actor=mona, sanction_id=ban.pk, days=5, reason="x")
        alice.refresh_from_db()
        assert (alice.muted_until, alice.suspended_until) == (NOON + 4 * DAY, NOON + 5 * DAY)
        assert Sanction.objects.get(pk=ban.pk).kind == "suspend"
        warning = sanction_impose(actor=mona, user=alice, kind="warn", reason="x")
        with pytest.raises(AccountRefused) as refused:
            sanction_shorten(actor=mona, sanction_id=warning.pk, days=1, reason="x")
        assert refused.value.reason == AccountReason.NO_LENGTH
    with time_machine.travel(NOON + 4 * DAY, tick=False), pytest.raises(AccountRefused) as refused:
        sanction_shorten(actor=mona, sanction_id=mute.pk, days=1, reason="x")
    assert refused.value.reason == AccountReason.OVER_ALREADY


def test_only_the_person_concerned_confirms(alice: User, bob: User, mona: User) -> None:
    sanction = sanction_impose(actor=mona, user=alice, kind="warn", reason="x")
    sanctions_confirm(user=bob, sanction_ids=[sanction.pk])
    sanction.refresh_from_db()
    alice.refresh_from_db()
    assert sanction.seen_at is None
    assert alice.decisions_unread
