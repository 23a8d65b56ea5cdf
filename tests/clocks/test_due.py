"""The end of a turn's time: active hours, weekends and absence, around both changes of the clocks."""

from __future__ import annotations

from datetime import date, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clocks import MIN_WAKING, Calendar, Pace, absent_time, due_at, elapsed, granted, waking_length
from tests.clocks.moments import (
    APIA,
    BERLIN,
    DAY,
    DAYTIME,
    HAVANA,
    HOUR,
    KOLKATA,
    LORD_HOWE,
    NEW_YORK,
    NIGHT,
    ST_JOHNS,
    at,
    away,
    hours,
)


def due(calendar: Calendar, pace: str, since: str, left: timedelta | None = None) -> str:
    """The time at which the turn is due, in local time, like "2026-03-29 09:00"."""
    each = Pace(pace)
    end = due_at(calendar, each, at(calendar.zone, since), each.length if left is None else left)
    return end.astimezone(ZoneInfo(calendar.zone)).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize("pace", list(Pace))
def test_where_nothing_stops_the_clock_time_just_passes(pace: Pace) -> None:
    since = at(BERLIN, "2026-03-28 20:00")
    assert due_at(Calendar(BERLIN), pace, since, pace.length) == since + pace.length
    assert elapsed(Calendar(BERLIN), pace, since, since + HOUR) == HOUR


@pytest.mark.parametrize("pace", list(Pace))
def test_a_due_time_is_in_utc_and_now_where_nothing_is_left(pace: Pace) -> None:
    since = at(BERLIN, "2026-07-01 12:00").astimezone()
    for left in (timedelta(0), -HOUR):
        end = due_at(Calendar(BERLIN, DAYTIME, weekends_off=True), pace, since, left)
        assert end == since
        assert end.utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    ("zone", "waking", "since", "left", "expected"),
    [
        # An ordinary day, and one that goes over into the next.
        (BERLIN, DAYTIME, "2026-07-01 09:00", 8, "2026-07-01 17:00"),
        (BERLIN, DAYTIME, "2026-07-01 20:00", 8, "2026-07-02 14:00"),
        (BERLIN, DAYTIME, "2026-07-01 23:00", 8, "2026-07-02 16:00"),
        (BERLIN, DAYTIME, "2026-07-01 14:00", 8, "2026-07-01 22:00"),
        (KOLKATA, DAYTIME, "2026-03-28 20:00", 8, "2026-03-29 14:00"),
        # The clocks change while the person sleeps: active hours stay the same in local time.
        (BERLIN, DAYTIME, "2026-03-28 20:00", 8, "2026-03-29 14:00"),
        (BERLIN, DAYTIME, "2026-10-24 20:00", 8, "2026-10-25 14:00"),
        (NEW_YORK, DAYTIME, "2026-03-07 20:00", 8, "2026-03-08 14:00"),
        (NEW_YORK, DAYTIME, "2026-10-31 20:00", 8, "2026-11-01 14:00"),
        # They change while the person is awake: eight real hours pass, whatever the local time says.
        (BERLIN, NIGHT, "2026-03-28 22:00", 8, "2026-03-29 07:00"),
        (BERLIN, NIGHT, "2026-10-24 22:00", 8, "2026-10-25 05:00"),
        (NEW_YORK, NIGHT, "2026-03-07 22:00", 8, "2026-03-08 07:00"),
        (NEW_YORK, NIGHT, "2026-10-31 22:00", 8, "2026-11-01 05:00"),
        (LORD_HOWE, NIGHT, "2026-04-04 22:00", 8, "2026-04-05 05:30"),
        (LORD_HOWE, NIGHT, "2026-10-03 22:00", 8, "2026-10-04 06:30"),
        # Waking hours that begin in the hour that is skipped: at the jump.
        (BERLIN, hours("02:30-14:00"), "2026-03-28 23:00", 1, "2026-03-29 04:00"),
        (LORD_HOWE, hours("02:15-14:00"), "2026-10-03 23:00", 1, "2026-10-04 03:30"),
        # That begin in the hour that comes twice: at the first. 02:30 and one and a half hours is 03:00.
        (BERLIN, hours("02:30-14:00"), "2026-10-24 23:00", 1.5, "2026-10-25 03:00"),
        (LORD_HOWE, hours("01:45-14:00"), "2026-04-04 23:00", 1, "2026-04-05 02:15"),
        # That end in the hour that is skipped (at the jump), or that comes twice (at the last).
        (BERLIN, hours("12:00-02:30"), "2026-03-29 01:00", 2, "2026-03-29 13:00"),
        (BERLIN, hours("12:00-02:30"), "2026-10-25 01:00", 3, "2026-10-25 12:30"),
        # The same time twice means all day long, on the days of the changes as well.
        (BERLIN, hours("02:30-02:30"), "2026-10-24 22:00", 8, "2026-10-25 05:00"),
        (BERLIN, hours("02:30-02:30"), "2026-03-28 22:00", 8, "2026-03-29 07:00"),
        # Hours that almost meet, on the day on which a doubled hour lets them overlap.
        (BERLIN, hours("02:15-02:00"), "2026-10-24 22:00", 8, "2026-10-25 05:00"),
        # A midnight that comes twice, a day that does not exist, an hour put back across midnight.
        (HAVANA, hours("12:00-00:30"), "2026-10-31 23:00", 3, "2026-11-01 12:30"),
        (APIA, DAYTIME, "2011-12-29 20:00", 8, "2011-12-31 14:00"),
        (ST_JOHNS, hours("12:00-23:30"), "2010-11-06 20:00", 5, "2010-11-07 12:30"),
    ],
)
def test_a_clock_in_hours_counts_waking_time(
    zone: str, waking: tuple[time, time], since: str, left: float, expected: str
) -> None:
    calendar = Calendar(zone, waking)
    assert due(calendar, "8h", since, left * HOUR) == expected
    end = due_at(calendar, Pace.H8, at(zone, since), left * HOUR)
    assert elapsed(calendar, Pace.H8, at(zone, since), end) == left * HOUR


def test_live_paces_know_no_sleep() -> None:
    assert due(Calendar(BERLIN, DAYTIME), "3m", "2026-07-01 21:59") == "2026-07-01 22:02"
    assert due(Calendar(BERLIN, DAYTIME), "1h", "2026-07-01 21:30") == "2026-07-02 08:30"


@pytest.mark.parametrize(
    ("zone", "since", "pace", "expected"),
    [
        (BERLIN, "2026-07-01 12:00", "1d", "2026-07-02 12:00"),
        (BERLIN, "2026-07-01 03:00", "1d", "2026-07-02 08:00"),
        (BERLIN, "2026-07-01 23:00", "1d", "2026-07-03 08:00"),
        (BERLIN, "2026-07-01 22:00", "1d", "2026-07-02 22:00"),
        (BERLIN, "2026-07-01 08:00", "14d", "2026-07-15 08:00"),
        # All hours count, so the local time of the deadline changes with the clocks.
        (BERLIN, "2026-03-28 12:00", "1d", "2026-03-29 13:00"),
        (BERLIN, "2026-03-28 07:00", "1d", "2026-03-29 08:00"),
        (BERLIN, "2026-03-28 21:30", "1d", "2026-03-30 08:00"),
        (BERLIN, "2026-10-24 08:30", "1d", "2026-10-25 08:00"),
        (BERLIN, "2026-10-24 22:30", "1d", "2026-10-25 21:30"),
        (LORD_HOWE, "2026-10-03 07:30", "1d", "2026-10-04 08:00"),
        (LORD_HOWE, "2026-10-03 21:45", "1d", "2026-10-05 08:00"),
    ],
)
def test_a_clock_in_days_ends_in_waking_hours(zone: str, since: str, pace: str, expected: str) -> None:
    assert due(Calendar(zone, DAYTIME), pace, since) == expected


def test_a_deadline_moves_into_hours_that_go_over_midnight() -> None:
    nightly = Calendar(BERLIN, hours("18:00-04:00"))
    assert due(nightly, "1d", "2026-07-01 03:00") == "2026-07-02 03:00"
    assert due(nightly, "1d", "2026-07-01 05:00") == "2026-07-02 18:00"
    assert due(nightly, "1d", "2026-07-01 23:30") == "2026-07-02 23:30"


def test_without_a_pace_no_deadline_moves() -> None:
    assert due(Calendar(BERLIN, DAYTIME), "none", "2026-04-01 03:00") == "2026-05-31 03:00"


@pytest.mark.parametrize(
    ("pace", "since", "expected"),
    [
        # 2026-07-03 is a Friday.
        ("1d", "2026-07-03 12:00", "2026-07-06 12:00"),
        ("1d", "2026-07-04 12:00", "2026-07-07 00:00"),
        ("3d", "2026-07-01 18:00", "2026-07-06 18:00"),
        ("8h", "2026-07-03 20:00", "2026-07-06 04:00"),
        ("1h", "2026-07-04 12:00", "2026-07-04 13:00"),
        ("3m", "2026-07-04 12:00", "2026-07-04 12:03"),
        # Nothing is left when the weekend begins: Friday's end was the deadline.
        ("1d", "2026-07-03 00:00", "2026-07-04 00:00"),
        # The clocks change on a Sunday, which is off, and so nobody gains or loses by it.
        ("1d", "2026-03-27 12:00", "2026-03-30 12:00"),
        ("1d", "2026-10-23 12:00", "2026-10-26 12:00"),
    ],
)
def test_weekends_off_stop_the_clock(pace: str, since: str, expected: str) -> None:
    assert due(Calendar(BERLIN, weekends_off=True), pace, since) == expected


def test_the_weekend_is_that_of_the_person() -> None:
    since = at("UTC", "2026-07-03 20:00")
    assert due_at(Calendar("UTC", weekends_off=True), Pace.H8, since, 5 * HOUR) == at("UTC", "2026-07-06 01:00")
    assert due_at(Calendar(NEW_YORK, weekends_off=True), Pace.H8, since, 5 * HOUR) == at("UTC", "2026-07-04 01:00")
    # In India it is Saturday already.
    assert due_at(Calendar(KOLKATA, weekends_off=True), Pace.H8, since, 5 * HOUR) == at("UTC", "2026-07-05 23:30")


def test_a_moved_deadline_passes_over_days_on_which_the_clock_stands() -> None:
    calendar = Calendar(BERLIN, DAYTIME, weekends_off=True)
    # Friday 2 o'clock moves to Friday 8 o'clock; Friday 22:30 to Monday.
    assert due(calendar, "1d", "2026-07-02 02:00") == "2026-07-03 08:00"
    assert due(calendar, "1d", "2026-07-02 22:30") == "2026-07-06 08:00"
    gone = Calendar(BERLIN, DAYTIME, absences=((date(2026, 7, 3), date(2026, 7, 5)),), absence_left=9 * DAY)
    assert due(gone, "1d", "2026-07-01 22:30") == "2026-07-06 08:00"
    # The wait until the deadline has used part of the limit, so only one of these two days can stop the move.
    short = Calendar(
        BERLIN,
        DAYTIME,
        absences=((date(2026, 7, 2), date(2026, 7, 2)), (date(2026, 7, 4), date(2026, 7, 20))),
        absence_left=2 * DAY,
    )
    assert due(short, "1d", "2026-07-01 22:30") == "2026-07-05 08:00"


@pytest.mark.parametrize(
    ("days", "since", "expected"),
    [
        ([("2026-07-02", "2026-07-02")], "2026-07-01 12:00", "2026-07-03 12:00"),
        ([("2026-07-01", "2026-07-10")], "2026-07-01 12:00", "2026-07-12 00:00"),
        ([("2026-07-02", "2026-07-03"), ("2026-07-05", "2026-07-05")], "2026-07-01 18:00", "2026-07-04 18:00"),
        ([("2026-06-01", "2026-06-30")], "2026-07-01 12:00", "2026-07-02 12:00"),
        ([("2026-07-03", "2026-07-09")], "2026-07-01 12:00", "2026-07-02 12:00"),
        # Days on which the clocks change are whole days too.
        ([("2026-03-29", "2026-03-29")], "2026-03-28 12:00", "2026-03-30 12:00"),
        ([("2026-10-25", "2026-10-25")], "2026-10-24 12:00", "2026-10-26 12:00"),
    ],
)
def test_absence_stops_the_clock(days: list[tuple[str, str]], since: str, expected: str) -> None:
    assert due(away(BERLIN, *days), "1d", since) == expected


def test_absence_stops_no_clock_at_quick_paces() -> None:
    gone = away(BERLIN, ("2026-07-01", "2026-07-10"))
    for pace in (Pace.S60, Pace.M3, Pace.H1):
        since = at(BERLIN, "2026-07-01 12:00")
        assert due_at(gone, pace, since, pace.length) == since + pace.length
        assert absent_time(gone, pace, since, since + DAY) == timedelta(0)


def test_absence_stops_a_clock_no_longer_than_the_limit() -> None:
    gone = away(BERLIN, ("2026-07-02", "2026-07-20"), left=3 * DAY)
    assert due(gone, "1d", "2026-07-01 12:00") == "2026-07-05 12:00"
    part = away(BERLIN, ("2026-07-02", "2026-07-20"), left=6 * HOUR)
    assert due(part, "1d", "2026-07-01 12:00") == "2026-07-02 18:00"
    for nothing in (timedelta(0), -DAY):
        over = away(BERLIN, ("2026-07-02", "2026-07-20"), left=nothing)
        assert due(over, "1d", "2026-07-01 12:00") == "2026-07-02 12:00"
        assert absent_time(over, Pace.D1, at(BERLIN, "2026-07-01 12:00"), at(BERLIN, "2026-07-09 12:00")) == timedelta(
            0
        )


def test_weekends_off_do_not_count_as_absence() -> None:
    # Wednesday to Wednesday, with a weekend in between.
    gone = away(BERLIN, ("2026-07-01", "2026-07-08"), weekends_off=True)
    since, until = at(BERLIN, "2026-07-01 00:00"), at(BERLIN, "2026-07-12 00:00")
    assert absent_time(gone, Pace.D1, since, until) == 6 * DAY
    assert elapsed(gone, Pace.D1, since, until) == 2 * DAY


def test_sleep_counts_as_absence_on_days_of_absence() -> None:
    gone = Calendar(BERLIN, DAYTIME, absences=((date(2026, 7, 2), date(2026, 7, 3)),), absence_left=30 * DAY)
    since, until = at(BERLIN, "2026-07-01 20:00"), at(BERLIN, "2026-07-04 10:00")
    assert absent_time(gone, Pace.H8, since, until) == 2 * DAY
    assert elapsed(gone, Pace.H8, since, until) == 4 * HOUR
    assert due(gone, "8h", "2026-07-01 20:00") == "2026-07-04 14:00"


def test_waking_hours_over_midnight_are_cut_where_a_stopped_day_begins() -> None:
    # Friday 22 to Saturday 8: the Saturday part is off, as is Sunday's evening; Monday's small hours run.
    calendar = Calendar(BERLIN, NIGHT, weekends_off=True)
    assert due(calendar, "8h", "2026-07-03 22:00") == "2026-07-06 06:00"


@pytest.mark.parametrize("pace", [Pace.H8, Pace.D1, Pace.D14, Pace.NONE])
def test_a_clock_comes_to_its_end_however_much_stops_it(pace: Pace) -> None:
    endless = Calendar(
        BERLIN,
        DAYTIME,
        weekends_off=True,
        absences=((date(2026, 1, 1), date.max), (date.min, date(2026, 12, 31))),
        absence_left=timedelta.max,
    )
    since = at(BERLIN, "2026-07-01 12:00")
    end = due_at(endless, pace, since, pace.length)
    assert since + timedelta(days=366) < end < since + timedelta(days=366) * 2
    assert absent_time(endless, pace, since, end) == timedelta(days=366)
    assert elapsed(endless, pace, since, end) >= pace.length


@pytest.mark.parametrize(
    ("text", "length"),
    [("08:00-22:00", 14), ("22:00-08:00", 10), ("12:00-00:00", 12), ("00:00-00:00", 24), ("09:30-19:00", 9.5)],
)
def test_waking_hours_have_a_length(text: str, length: float) -> None:
    assert waking_length(*hours(text)) == length * HOUR
    assert (waking_length(*hours(text)) >= MIN_WAKING) is (length >= 10)


def test_a_day_more_is_a_waking_day_where_only_those_hours_count() -> None:
    assert granted(Calendar(BERLIN, DAYTIME), Pace.H8) == 14 * HOUR
    assert granted(Calendar(BERLIN), Pace.H8) == DAY
    assert granted(Calendar(BERLIN, DAYTIME), Pace.D3) == DAY
