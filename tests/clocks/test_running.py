"""Rules for every clock: running time only grows, adds up, and agrees with the due time."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from games.clocks import MIN_WAKING, Calendar, Pace, absent_time, due_at, elapsed, waking_length
from games.clocks.calendar import day_start
from tests.clocks.moments import APIA, BERLIN, DAY, HOUR, INSTANTS, KOLKATA, LORD_HOWE, NEW_YORK, ZONES

# One year with both changes of the clocks, so that they are met often.
ALL_ZONES = [*ZONES, "Asia/Kathmandu", "Africa/Casablanca"]
DAYS = st.dates(date(2026, 2, 1), date(2027, 1, 31))
STOPPING = [pace for pace in Pace if not pace.is_live]
LEFT = st.timedeltas(timedelta(0), 15 * DAY)


@st.composite
def _waking(draw: st.DrawFn) -> tuple[time, time] | None:
    if draw(st.booleans()):
        return None
    start, end = draw(st.times()), draw(st.times())
    return (start, end) if waking_length(start, end) >= MIN_WAKING else (end, start)


@st.composite
def _absence(draw: st.DrawFn) -> tuple[date, date]:
    first = draw(DAYS)
    return first, first + draw(st.integers(0, 29)) * DAY


CALENDARS = st.builds(
    Calendar,
    st.sampled_from(ZONES),
    _waking(),
    st.booleans(),
    st.lists(_absence(), max_size=3).map(tuple),
    st.timedeltas(timedelta(0), 40 * DAY),
    st.sampled_from(["", *ZONES]),
)


@given(CALENDARS, st.sampled_from(STOPPING), INSTANTS, LEFT)
def test_what_was_left_has_run_when_the_time_is_up(
    calendar: Calendar, pace: Pace, since: datetime, left: timedelta
) -> None:
    due = due_at(calendar, pace, since, left)
    assert due >= since + left
    if not pace.moves_to_waking or calendar.waking is None:
        assert elapsed(calendar, pace, since, due) == left
        assert left == timedelta(0) or elapsed(calendar, pace, since, due - timedelta(microseconds=1)) < left
    else:
        assert elapsed(calendar, pace, since, due) >= left


@given(CALENDARS, st.sampled_from(STOPPING), INSTANTS, LEFT)
def test_a_time_is_up_by_when_its_running_time_has_passed(
    calendar: Calendar, pace: Pace, since: datetime, length: timedelta
) -> None:
    awake = replace(calendar, waking=None)
    until = since + length
    for each in (awake, calendar):
        if each.waking is None or not pace.moves_to_waking:
            assert due_at(each, pace, since, elapsed(each, pace, since, until)) <= until


@given(CALENDARS, st.sampled_from(STOPPING), INSTANTS, LEFT, LEFT)
def test_running_time_grows_and_adds_up(
    calendar: Calendar, pace: Pace, since: datetime, first: timedelta, second: timedelta
) -> None:
    middle, until = since + first, since + first + second
    ran, spent = elapsed(calendar, pace, since, middle), absent_time(calendar, pace, since, middle)
    rest = replace(calendar, absence_left=calendar.absence_left - spent)
    assert timedelta(0) <= ran <= elapsed(calendar, pace, since, until)
    assert ran + elapsed(rest, pace, middle, until) == elapsed(calendar, pace, since, until)
    assert spent + absent_time(rest, pace, middle, until) == absent_time(calendar, pace, since, until)


@given(CALENDARS, st.sampled_from(STOPPING), INSTANTS, LEFT)
def test_absence_takes_no_more_than_its_limit(
    calendar: Calendar, pace: Pace, since: datetime, length: timedelta
) -> None:
    until = since + length
    spent = absent_time(calendar, pace, since, until)
    # A day counts as 24 hours; there are two changes of the clocks at most.
    changes = timedelta(0) if calendar.zone in ("UTC", KOLKATA) else 2 * HOUR
    assert timedelta(0) <= spent <= min(calendar.absence_left, length + changes)
    present = replace(calendar, absences=())
    ran, would_have = elapsed(calendar, pace, since, until), elapsed(present, pace, since, until)
    assert would_have - spent - changes <= ran <= would_have
    if calendar.waking is None or not pace.counts_waking:
        assert abs(would_have - spent - ran) <= changes


@given(st.sampled_from(ALL_ZONES), DAYS, LEFT, st.sampled_from([BERLIN, APIA, ""]))
@example(BERLIN, date(2026, 10, 12), 5 * DAY, "")
@example(NEW_YORK, date(2026, 10, 20), 5 * DAY, "")
@example(LORD_HOWE, date(2026, 9, 20), 21 * DAY, "")
@example("Africa/Casablanca", date(2026, 2, 10), 5 * DAY, APIA)
@example(APIA, date(2011, 12, 15), 5 * DAY, "")
def test_three_weeks_of_absence_are_three_calendar_weeks(zone: str, first: date, after: timedelta, lives: str) -> None:
    """The same holds if they count in another zone than the hours, and after the clock was read in between."""
    begin, end = day_start(zone, first), day_start(zone, first + 21 * DAY)
    days = ((first, first + 29 * DAY),)
    calendar = Calendar(lives or zone, absences=days, absence_left=21 * DAY, absence_zone=zone)
    lacking = 24 * HOUR if zone == APIA and first <= date(2011, 12, 30) < first + 21 * DAY else timedelta(0)
    assert due_at(calendar, Pace.D1, begin, HOUR) == end + lacking + HOUR
    assert absent_time(calendar, Pace.D1, begin, end + 9 * DAY) == 21 * DAY
    rest = replace(calendar, absence_left=21 * DAY - absent_time(calendar, Pace.D1, begin, begin + after))
    assert due_at(rest, Pace.D1, begin + after, HOUR) == max(end + lacking, begin + after) + HOUR


@given(st.sampled_from(ALL_ZONES), st.sampled_from(ALL_ZONES), DAYS)
def test_days_away_are_those_of_their_own_zone(lives: str, zone: str, day: date) -> None:
    calendar = Calendar(lives, absences=((day, day),), absence_left=9 * DAY, absence_zone=zone)
    begin, end = day_start(zone, day), day_start(zone, day + DAY)
    assert elapsed(calendar, Pace.D3, begin - HOUR, end + HOUR) == 2 * HOUR
    assert elapsed(calendar, Pace.D3, begin, end) == timedelta(0)


@given(CALENDARS, st.sampled_from(STOPPING), INSTANTS, LEFT, LEFT)
def test_more_time_left_is_never_up_earlier(
    calendar: Calendar, pace: Pace, since: datetime, left: timedelta, more: timedelta
) -> None:
    assert due_at(calendar, pace, since, left) <= due_at(calendar, pace, since, left + more)


@given(CALENDARS, st.sampled_from(STOPPING), INSTANTS, LEFT, LEFT)
def test_re_anchoring_a_clock_changes_no_due_time(
    calendar: Calendar, pace: Pace, since: datetime, left: timedelta, after: timedelta
) -> None:
    until = since + after
    ran = elapsed(calendar, pace, since, until)
    if ran >= left:
        return
    rest = replace(calendar, absence_left=calendar.absence_left - absent_time(calendar, pace, since, until))
    assert due_at(rest, pace, until, left - ran) == due_at(calendar, pace, since, left)


@given(CALENDARS, INSTANTS, LEFT)
def test_a_clock_in_days_is_up_in_waking_hours(calendar: Calendar, since: datetime, left: timedelta) -> None:
    due = due_at(calendar, Pace.D3, since, left)
    asleep = replace(calendar, absences=(), weekends_off=False)
    if calendar.waking is not None:
        # Waking time runs just before the due time or just after it.
        second = timedelta(seconds=1)
        assert elapsed(asleep, Pace.H8, due - second, due) + elapsed(asleep, Pace.H8, due, due + second) >= second


@given(CALENDARS, INSTANTS)
def test_nothing_runs_backwards(calendar: Calendar, since: datetime) -> None:
    for pace in Pace:
        assert elapsed(calendar, pace, since, since - DAY) == timedelta(0)
        assert absent_time(calendar, pace, since, since - DAY) == timedelta(0)
        assert elapsed(calendar, pace, since, since) == timedelta(0)
