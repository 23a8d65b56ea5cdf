"""Days of positions, and their turns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
import time_machine

from games.models import Position
from games.positions.moment import Moment, moment_read
from games.positions.services import day_position

TODAY = date(2026, 11, 28)
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def position(db: None) -> Position:
    """Today's."""
    drawn = day_position(TODAY)
    assert drawn is not None
    return drawn


def moment_of(position: Position) -> Moment:
    return moment_read(position.moment)


def other_turn(moment: Moment) -> str:
    """A legal turn that is neither the best nor the one taken."""
    return next(str(turn) for turn in moment.legal if str(turn) not in (moment.best, moment.taken))
