"""Quiet hours and digests, in the person's own time."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Every, next_digest, quiet_until
from tests.clocks.moments import APIA, BERLIN, INSTANTS, KOLKATA, LORD_HOWE, NEW_YORK, ZONES, at, hours


@pytest.mark.parametrize(
    ("zone", "quiet", "when", "until"),
    [
        (BERLIN, "22:00-08:00", "2026-07-01 23:00", "2026-07-02 08:00"),
        (BERLIN, "22:00-08:00", "2026-07-02 03:00", "2026-07-02 08:00"),
        (BERLIN, "22:00-08:00", "2026-07-02 08:00", "2026-07-02 08:00"),
        (BERLIN, "22:00-08:00", "2026-07-02 22:00", "2026-07-03 08:00"),
        (BERLIN, "22:00-08:00", "2026-07-02 12:00", "2026-07-02 12:00"),
        (BERLIN, "13:00-15:00", "2026-07-02 14:59", "2026-07-02 15:00"),
        (BERLIN, "00:00-07:00", "2026-07-02 00:00", "2026-07-02 07:00"),
        (BERLIN, "17:00-00:00", "2026-07-02 20:00", "2026-07-03 00:00"),
        (BERLIN, "09:00-09:00", "2026-07-02 09:00", "2026-07-02 09:00"),
        (BERLIN, "22:00-08:00", "2026-03-28 23:00", "2026-03-29 08:00"),
        (BERLIN, "22:00-08:00", "2026-10-24 23:00", "2026-10-25 08:00"),
        (BERLIN, "22:00-02:30", "2026-03-28 23:00", "2026-03-29 03:00"),
        (LORD_HOWE, "22:00-02:15", "2026-10-03 23:00", "2026-10-04 02:30"),
    ],
)
def test_quiet_hours_last_until_their_end(zone: str, quiet: str, when: str, until: str) -> None:
    assert quiet_until(zone, hours(quiet), at(zone, when)) == at(zone, until)


def test_quiet_hours_that_end_in_a_doubled_hour_end_at_its_last() -> None:
    first, last = at(BERLIN, "2026-10-25 02:40"), at(BERLIN, "2026-10-25 02:30", fold=1)
    assert quiet_until(BERLIN, hours("22:00-02:30"), first) == last


def test_without_quiet_hours_nothing_waits() -> None:
    now = at(BERLIN, "2026-07-01 23:00")
    assert quiet_until(BERLIN, None, now) == now


@given(st.sampled_from(ZONES), st.times(), st.times(), INSTANTS)
def test_nothing_is_quiet_when_the_quiet_hours_are_over(zone: str, start: time, end: time, now: datetime) -> None:
    until = quiet_until(zone, (start, end), now)
    assert now <= until <= now + timedelta(hours=50)
    if (datetime.combine(now, start) - datetime.combine(now, end)) % timedelta(days=1) > timedelta(hours=2):
        assert quiet_until(zone, (start, end), until) == until


@pytest.mark.parametrize(
    ("zone", "every", "after", "expected"),
    [
        (BERLIN, "hourly", "2026-07-01 12:00", "2026-07-01 13:00"),
        (BERLIN, "hourly", "2026-07-01 12:59", "2026-07-01 13:00"),
        (KOLKATA, "hourly", "2026-07-01 12:10", "2026-07-01 13:00"),
        (LORD_HOWE, "hourly", "2026-10-04 01:40", "2026-10-04 03:00"),
        (BERLIN, "daily", "2026-07-01 12:00", "2026-07-01 18:00"),
        (BERLIN, "daily", "2026-07-01 18:00", "2026-07-02 18:00"),
        (BERLIN, "daily", "2026-03-28 18:30", "2026-03-29 18:00"),
        (NEW_YORK, "daily", "2026-10-31 18:30", "2026-11-01 18:00"),
        (APIA, "daily", "2011-12-29 18:30", "2011-12-31 00:00"),
        # 2026-07-01 is a Wednesday.
        (BERLIN, "weekly", "2026-07-01 12:00", "2026-07-01 18:00"),
        (BERLIN, "weekly", "2026-07-01 18:00", "2026-07-08 18:00"),
        (BERLIN, "weekly", "2026-07-02 12:00", "2026-07-08 18:00"),
        (BERLIN, "weekly", "2026-10-22 12:00", "2026-10-28 18:00"),
    ],
)
def test_the_next_digest_comes_at_its_hour(zone: str, every: Every, after: str, expected: str) -> None:
    assert next_digest(zone, every, 18, 2, at(zone, after)) == at(zone, expected)


def test_a_digest_at_an_hour_that_is_skipped_comes_at_the_jump_and_a_doubled_one_comes_once() -> None:
    assert next_digest(BERLIN, "daily", 2, 0, at(BERLIN, "2026-03-28 12:00")) == at(BERLIN, "2026-03-29 03:00")
    first = at(BERLIN, "2026-10-25 02:00")
    assert next_digest(BERLIN, "daily", 2, 0, at(BERLIN, "2026-10-24 12:00")) == first
    assert next_digest(BERLIN, "daily", 2, 0, first) == at(BERLIN, "2026-10-26 02:00")


def test_an_hourly_digest_comes_on_full_hours_after_a_change_by_half_an_hour() -> None:
    # At 02:00 the clocks of Lord Howe go back to 01:30.
    assert next_digest(LORD_HOWE, "hourly", 0, 0, at(LORD_HOWE, "2026-04-05 01:40")) == at(
        LORD_HOWE, "2026-04-05 02:00"
    )


@given(st.sampled_from(ZONES), st.sampled_from(["hourly", "daily", "weekly"]), st.integers(0, 23), INSTANTS)
def test_every_digest_has_a_next_one(zone: str, every: Every, hour: int, after: datetime) -> None:
    longest = {"hourly": timedelta(hours=2), "daily": timedelta(hours=25), "weekly": timedelta(days=7, hours=1)}[every]
    due = next_digest(zone, every, hour, 4, after)
    assert after < due <= after + longest
    local = due.astimezone(ZoneInfo(zone))
    assert local.minute in (0, 30)
    if every == "weekly":
        assert local.weekday() == 4
