"""Checks of a month's emails find each fault, planted once among faultless emails."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import User
from games.clocks import Hours
from games.people.preference_selectors import MailChoice
from games.simulation.month.mail_checks import SLACK, MailChecks, MailedEvent, Wait, mail_due_by
from games.simulation.month.mail_server import ReceivedMail
from games.simulation.month.people import SimulatedPerson
from tests.simulation.people import somebody

NOON = datetime(2027, 10, 12, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def mail(message_id: str = "<1@odin>", at: datetime = NOON) -> ReceivedMail:
    return ReceivedMail(message_id=message_id, to="alice@example.org", subject="Your turn", at=at)


def told(
    by: ReceivedMail, *, occasion: tuple[int, ...] = (3, 2, 0), stale: str = "", unwanted: str = ""
) -> MailedEvent:
    return MailedEvent(person=1, kind="turn", game=7, occasion=occasion, mail=by, stale=stale, unwanted=unwanted)


def person(mail: MailChoice = "now", quiet: Hours | None = None) -> SimulatedPerson:
    return somebody(User(pk=1, handle="alice", time_zone="Europe/Berlin"), mail, quiet)


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def checks(complaints: list[str]) -> MailChecks:
    """Checks that have accepted one faultless email about a turn."""
    fresh = MailChecks(complaints.append)
    fresh.take(mail(), [told(mail())])
    return fresh


def test_it_finds_nothing_where_all_is_well(checks: MailChecks, complaints: list[str]) -> None:
    next_turn = mail("<2@odin>", NOON + HOUR)
    checks.take(next_turn, [told(next_turn, occasion=(5, 2, 0))])
    found = (checks.doubled([]), checks.stale(), checks.unwanted(), checks.uncertain([]))
    assert found == (0, 0, 0, 0)
    assert complaints == []


def test_an_event_told_under_two_message_ids_is_doubled(checks: MailChecks, complaints: list[str]) -> None:
    again = mail("<2@odin>")
    checks.take(again, [told(again)])
    assert checks.doubled([]) == 1
    assert "<2@odin>" in complaints[0]


def test_the_same_message_twice_is_doubled_unless_it_is_marked_as_uncertain(checks: MailChecks) -> None:
    checks.take(mail(), [told(mail())])
    assert (checks.doubled([]), checks.uncertain([])) == (1, 0)
    assert (checks.doubled(["<1@odin>"]), checks.uncertain(["<1@odin>"])) == (0, 1)


def test_the_mark_does_not_excuse_another_message_id(checks: MailChecks) -> None:
    again = mail("<2@odin>")
    checks.take(again, [told(again)])
    assert checks.doubled(["<1@odin>", "<2@odin>"]) == 1


def test_outdated_mails_are_stale_and_switched_off_ones_unwanted(checks: MailChecks) -> None:
    late = mail("<2@odin>")
    checks.take(late, [told(late, occasion=(4, 2, 0), stale="played"), told(late, occasion=(5, 2, 0), unwanted="off")])
    assert (checks.stale(), checks.unwanted()) == (1, 1)


def missed(wait: Wait, someone: SimulatedPerson, looks: list[datetime]) -> int:
    checks = MailChecks(lambda _words: None)
    other = mail("<9@odin>")
    checks.take(other, [replace(told(other), occasion=(9, 9, 9))])
    return checks.missed([wait], {1: someone}, {(1, 7): looks})


WAIT = Wait(person=1, game=7, occasion=(3, 2, 0), begins=NOON, ends=NOON + 5 * HOUR)


def test_a_wait_without_a_notice_is_lost() -> None:
    assert missed(WAIT, person(), []) == 1


def test_a_wait_with_a_notice_is_not_lost(checks: MailChecks) -> None:
    assert checks.missed([WAIT], {1: person()}, {}) == 0
    assert checks.expected == 1


def test_a_wait_whose_time_ran_out_without_a_reminder_is_lost(checks: MailChecks) -> None:
    ran_out = replace(WAIT, ran_out=True)
    assert checks.missed([ran_out], {1: person()}, {}) == 1
    assert checks.missed([ran_out], {1: person()}, {(1, 7): [NOON + HOUR]}) == 0
    reminder = mail("<3@odin>", NOON + 4 * HOUR)
    checks.take(reminder, [replace(told(reminder), kind="reminder")])
    assert checks.missed([ran_out], {1: person()}, {}) == 0


@pytest.mark.parametrize("mail", ["off", "daily"])
def test_a_wait_without_immediate_mails_is_not_lost(mail: MailChoice) -> None:
    assert missed(WAIT, person(mail), []) == 0


def test_a_short_wait_needs_no_notice() -> None:
    assert missed(replace(WAIT, ends=NOON + SLACK), person(), []) == 0


def test_what_held_the_notice_back_puts_off_when_it_was_due() -> None:
    assert mail_due_by(person(), NOON, []) == NOON + SLACK
    look = NOON + timedelta(minutes=20)
    assert mail_due_by(person(), NOON, [look]) == look + timedelta(minutes=2) + SLACK
    siesta = (time(14, 30), time(16, 30))
    # Noon in UTC is 14:00 in Berlin's summer.
    assert mail_due_by(person(quiet=siesta), NOON, []) == NOON + timedelta(hours=2, minutes=30) + SLACK
