"""When a person usually plays: properties of the peak, around the clock and across changes of clocks."""

from __future__ import annotations

import random
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.standing.usual_time import MIN_DAYS, SLOT, SLOTS, time_seen, usual_time
from tests.clocks.moments import BERLIN, HAVANA, KOLKATA, LORD_HOWE, NEW_YORK, ZONES

DAY = timedelta(days=1)
FIRST = datetime(2026, 11, 2, tzinfo=UTC)
# Turns of six weeks.
TURNS = st.lists(st.integers(0, 42 * 24 * 60 - 1).map(lambda minute: FIRST + timedelta(minutes=minute)), max_size=60)
PEAKS = st.integers(0, SLOTS - 1)


def evenings(zone: str, at: str, days: int, first: str = "2026-11-02") -> list[datetime]:
    """A turn at that local time on so many days in a row."""
    begins = datetime.fromisoformat(f"{first} {at}")
    return [(begins + number * DAY).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) for number in range(days)]


@given(st.sampled_from(ZONES), PEAKS, st.integers(MIN_DAYS, 40))
def test_a_habit_is_found_at_any_hour(zone: str, peak: int, days: int) -> None:
    # In winter, when no clock of these zones changes.
    at = (datetime.min + peak * SLOT + timedelta(minutes=10)).time()
    turns = evenings(zone, at.isoformat("minutes"), days, "2026-11-09")
    assert usual_time(turns, zone) == (datetime.min + peak * SLOT).time()


@given(TURNS, st.integers(0, 40), st.integers(-SLOTS, SLOTS))
def test_a_day_begins_nowhere(turns: list[datetime], habit: int, shift: int) -> None:
    """Turns that are all so much later have a peak that is so much later, past midnight too."""
    every = [*evenings("UTC", "21:00", habit), *turns]
    found, moved = usual_time(every, "UTC"), usual_time([turn + shift * SLOT for turn in every], "UTC")
    assert moved == (None if found is None else (datetime.combine(FIRST, found) + shift * SLOT).time())


@given(st.lists(st.integers(0, 6).map(lambda day: FIRST + day * DAY), min_size=1, max_size=4), TURNS)
def test_order_and_more_turns_in_the_same_half_hour_do_not_matter(peaks: list[datetime], turns: list[datetime]) -> None:
    every = [*evenings("UTC", "21:00", 14), *peaks, *turns]
    again = [turn.replace(minute=turn.minute // 30 * 30 + 29) for turn in every]
    shuffled = random.Random(len(every)).sample([*every, *again], 2 * len(every))
    assert usual_time(shuffled, "UTC") == usual_time(every, "UTC")


@pytest.mark.parametrize(
    ("zone", "first"),
    [
        (BERLIN, "2026-10-15"),
        (BERLIN, "2026-03-20"),
        (NEW_YORK, "2026-10-22"),
        (LORD_HOWE, "2026-09-25"),
        (HAVANA, "2026-10-25"),
    ],
)
@pytest.mark.parametrize("at", ["21:00", "00:10", "02:40", "07:30"])
def test_a_habit_stays_where_it_was_when_the_clocks_change(zone: str, first: str, at: str) -> None:
    expected = time.fromisoformat(at)
    found = usual_time(evenings(zone, at, 21, first), zone)
    assert found == expected.replace(minute=expected.minute // 30 * 30)


@given(TURNS)
def test_few_days_say_nothing(turns: list[datetime]) -> None:
    days = sorted({turn.date() for turn in turns})[: MIN_DAYS - 2]
    assert usual_time([turn for turn in turns if turn.date() in days], "UTC") is None


def test_nobody_who_plays_at_all_hours_or_twice_a_day_has_a_usual_time() -> None:
    hourly = [FIRST + timedelta(hours=hour) for hour in range(24 * 20)]
    assert usual_time(hourly, "UTC") is None
    assert usual_time([*evenings("UTC", "08:00", 20), *evenings("UTC", "21:00", 20)], "UTC") is None
    assert usual_time([], "UTC") is None


@pytest.mark.parametrize("seed", range(20))
def test_a_few_turns_at_other_hours_hide_no_habit(seed: int) -> None:
    chance = random.Random(seed)
    usual = [turn + timedelta(minutes=chance.randint(-40, 40)) for turn in evenings("UTC", "21:00", 20)]
    others = [FIRST + timedelta(minutes=chance.randrange(20 * 24 * 60)) for _turn in range(8)]
    found = usual_time([*usual, *others], "UTC")
    assert found in (time(20, 30), time(21), time(21, 30))


@pytest.mark.parametrize(
    ("usual", "zone", "viewer", "seen"),
    [
        (time(21), BERLIN, BERLIN, time(21)),
        (time(21), BERLIN, NEW_YORK, time(15)),
        (time(21), BERLIN, KOLKATA, time(1, 30)),
        (time(0), KOLKATA, "UTC", time(18, 30)),
    ],
)
def test_each_viewer_sees_it_in_their_own_time(usual: time, zone: str, viewer: str, seen: time) -> None:
    assert time_seen(usual, zone, datetime(2026, 11, 28, 12, tzinfo=UTC), viewer) == seen


def test_a_viewer_whose_clocks_changed_sees_the_hour_of_today() -> None:
    at = datetime(2026, 10, 28, 12, tzinfo=UTC)
    assert time_seen(time(21), BERLIN, at, NEW_YORK) == time(16)
