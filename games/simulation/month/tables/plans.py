"""The standing tables of a simulated month: members, options, when they begin and close."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks import Pace
from games.lobby.services import NewGame
from games.simulation.month.people import Habit, SimulatedPerson

# Mostly fast ones, so that a table plays several games in a month.
PACES = (Pace.H1, Pace.D1, Pace.M3, Pace.H8, Pace.H1, Pace.M3, Pace.D2)
SIZES = range(2, 13)
MOST_GUESTS = 2
# Of five tables, one closes before the end.
CLOSING = 5


@dataclass(frozen=True)
class PlannedTable:
    """A planned table. The first of `members` creates it; the others, and then `guests`, join by its link."""

    new: NewGame
    goes_on: bool
    members: Sequence[SimulatedPerson]
    guests: int
    opens_at: datetime
    closes_at: datetime | None

    @property
    def is_live(self) -> bool:
        return Pace(self.new.pace).is_live


def table_plans_make(
    count: int, people: Sequence[SimulatedPerson], begins: datetime, days: int, rng: random.Random
) -> list[PlannedTable]:
    """Plans of tables that are created in the first fifth of the days, of 2 to 12 members."""
    return [_plan(number, people, begins, timedelta(days=days), rng) for number in range(count)]


def _plan(
    number: int, people: Sequence[SimulatedPerson], begins: datetime, span: timedelta, rng: random.Random
) -> PlannedTable:
    size = SIZES[number % len(SIZES)]
    guests = min(number % (MOST_GUESTS + 1), size - SIZES[0])
    pace = PACES[number % len(PACES)]
    opens_at = begins + span * rng.uniform(0, 0.2)
    new = NewGame(
        seats=rng.choice([2, 3, 4, 6, 6]),
        target=None if rng.random() < 0.8 else 10,
        goat=rng.random() < 0.5,
        two_player_deck=rng.random() < 0.5,
        next_leader=rng.choice(["left", "last"]),
        pace=pace.value,
        weekends_off=pace.may_stop and rng.random() < 0.2,
    )
    return PlannedTable(
        new=new,
        goes_on=number % 2 == 0,
        members=_members(size - guests, people, opens_at, rng, live=pace.is_live),
        guests=guests,
        opens_at=opens_at,
        closes_at=begins + span * rng.uniform(0.5, 0.8) if number % CLOSING == CLOSING - 1 else None,
    )


def _members(
    count: int, people: Sequence[SimulatedPerson], opens_at: datetime, rng: random.Random, *, live: bool
) -> list[SimulatedPerson]:
    """People who still play then. Members of live tables are the prompt ones, if they suffice."""
    here = [person for person in people if person.gone_at is None or person.gone_at > opens_at]
    prompt = [person for person in here if person.habit == Habit.PROMPT]
    chosen = prompt if live and len(prompt) >= count else here
    return rng.sample(chosen, min(count, len(chosen)))
