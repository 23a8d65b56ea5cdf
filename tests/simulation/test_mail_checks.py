"""The audit finds what a month must not have: each fault planted once, beside mails that are all right."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import User
from games.clocks import Hours
from games.people.preference_selectors import MailChoice
from games.simulation.month.mail_checks import SLACK, Audit, Told, Wait, told_by
from games.simulation.month.mail_server import Letter
from games.simulation.month.people import Person
from tests.simulation.people import somebody

NOON = datetime(2027, 10, 12, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def letter(message_id: str = "<1@odin>", at: datetime = NOON) -> Letter:
    return Letter(message_id=message_id, to="alice@example.org", subject="Your turn", at=at)


def told(by: Letter, *, occasion: tuple[int, ...] = (3, 2, 0), stale: str = "", unwanted: str = "") -> Told:
    return Told(person=1, kind="turn", game=7, occasion=occasion, letter=by, stale=stale, unwanted=unwanted)


def person(mail: MailChoice = "now", quiet: Hours | None = None) -> Person:
    return somebody(User(pk=1, handle="alice", time_zone="Europe/Berlin"), mail, quiet)


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def audit(complaints: list[str]) -> Audit:
    """An audit that has taken one letter about one turn, which is as it should be."""
    fresh = Audit(complaints.append)
    fresh.take(letter(), [told(letter())])
    return fresh


def test_it_finds_nothing_where_all_is_well(audit: Audit, complaints: list[str]) -> None:
    next_turn = letter("<2@odin>", NOON + HOUR)
    audit.take(next_turn, [told(next_turn, occasion=(5, 2, 0))])
    found = (audit.doubled([]), audit.stale(), audit.unwanted(), audit.uncertain([]))
    assert found == (0, 0, 0, 0)
    assert complaints == []


def test_an_event_told_under_two_message_ids_is_doubled(audit: Audit, complaints: list[str]) -> None:
    again = letter("<2@odin>")
    audit.take(again, [told(again)])
    assert audit.doubled([]) == 1
    assert "<2@odin>" in complaints[0]


def test_the_same_message_twice_is_doubled_unless_it_is_marked_as_uncertain(audit: Audit) -> None:
    audit.take(letter(), [told(letter())])
    assert (audit.doubled([]), audit.uncertain([])) == (1, 0)
    assert (audit.doubled(["<1@odin>"]), audit.uncertain(["<1@odin>"])) == (0, 1)


def test_the_mark_does_not_excuse_another_message_id(audit: Audit) -> None:
    again = letter("<2@odin>")
    audit.take(again, [told(again)])
    assert audit.doubled(["<1@odin>", "<2@odin>"]) == 1


def test_news_that_no_longer_held_are_stale_and_those_nobody_asked_for_unwanted(audit: Audit) -> None:
    late = letter("<2@odin>")
    audit.take(late, [told(late, occasion=(4, 2, 0), stale="played"), told(late, occasion=(5, 2, 0), unwanted="off")])
    assert (audit.stale(), audit.unwanted()) == (1, 1)


def missed(wait: Wait, someone: Person, looks: list[datetime]) -> int:
    audit = Audit(lambda _words: None)
    other = letter("<9@odin>")
    audit.take(other, [replace(told(other), occasion=(9, 9, 9))])
    return audit.missed([wait], {1: someone}, {(1, 7): looks})


WAIT = Wait(person=1, game=7, occasion=(3, 2, 0), begins=NOON, ends=NOON + 5 * HOUR)


def test_a_wait_that_nobody_was_told_of_is_lost() -> None:
    assert missed(WAIT, person(), []) == 1


def test_a_wait_that_somebody_was_told_of_is_not(audit: Audit) -> None:
    assert audit.missed([WAIT], {1: person()}, {}) == 0
    assert audit.expected == 1


def test_a_wait_whose_time_ran_out_without_a_reminder_is_lost(audit: Audit) -> None:
    ran_out = replace(WAIT, ran_out=True)
    assert audit.missed([ran_out], {1: person()}, {}) == 1
    assert audit.missed([ran_out], {1: person()}, {(1, 7): [NOON + HOUR]}) == 0
    reminder = letter("<3@odin>", NOON + 4 * HOUR)
    audit.take(reminder, [replace(told(reminder), kind="reminder")])
    assert audit.missed([ran_out], {1: person()}, {}) == 0


@pytest.mark.parametrize("mail", ["off", "daily"])
def test_a_wait_is_not_lost_on_who_wants_no_mail_at_once(mail: MailChoice) -> None:
    assert missed(WAIT, person(mail), []) == 0


def test_a_short_wait_needs_no_notice() -> None:
    assert missed(replace(WAIT, ends=NOON + SLACK), person(), []) == 0


def test_what_held_the_notice_back_puts_off_when_it_was_due() -> None:
    assert told_by(person(), NOON, []) == NOON + SLACK
    look = NOON + timedelta(minutes=20)
    assert told_by(person(), NOON, [look]) == look + timedelta(minutes=2) + SLACK
    siesta = (time(14, 30), time(16, 30))
    # Noon in UTC is 14:00 in Berlin's summer.
    assert told_by(person(quiet=siesta), NOON, []) == NOON + timedelta(hours=2, minutes=30) + SLACK
