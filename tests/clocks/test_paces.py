"""Paces: their lengths, and what stops their clocks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clocks import Pace


def test_the_paces_are_those_of_the_interface() -> None:
    assert " ".join(Pace) == "60s 3m 1h 8h 1d 2d 3d 7d 14d none"


@pytest.mark.parametrize(
    ("pace", "length"),
    [
        ("60s", timedelta(minutes=1)),
        ("3m", timedelta(minutes=3)),
        ("1h", timedelta(hours=1)),
        ("8h", timedelta(hours=8)),
        ("1d", timedelta(days=1)),
        ("2d", timedelta(days=2)),
        ("3d", timedelta(days=3)),
        ("7d", timedelta(days=7)),
        ("14d", timedelta(days=14)),
        ("none", timedelta(days=60)),
    ],
)
def test_a_pace_is_as_long_as_its_name_says(pace: str, length: timedelta) -> None:
    assert Pace(pace).length == length


def test_what_stops_a_clock_depends_on_the_pace() -> None:
    assert [pace for pace in Pace if pace.is_live] == ["60s", "3m"]
    assert [pace for pace in Pace if pace.counts_waking] == ["1h", "8h"]
    assert [pace for pace in Pace if pace.moves_to_waking] == ["1d", "2d", "3d", "7d", "14d"]
    assert [pace for pace in Pace if not pace.may_stop] == ["60s", "3m", "1h"]
