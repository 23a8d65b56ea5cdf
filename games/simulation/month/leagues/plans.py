"""The leagues of a simulated month: founders, members, terms, options."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks import Pace
from games.leagues.services import Terms
from games.lobby.services import NewGame
from games.simulation.month.people import SimulatedPerson

# Of each kind a small and a large one, of tables of two and of more.
SIZES = (8, 5, 12, 4, 10, 6)
SEATS = (2, 3, 4, 6, 2, 5)
WEEKS = (1, 2, 2, 4)
SIGNUP_DAYS = (1, 3)
AWAY_DAYS = (5, 0, 3, 14)
PACES = (Pace.D1, Pace.H8, Pace.D1, Pace.D2)
# So many members of a league are removed later, if there are such people.
REMOVED = 2


@dataclass(frozen=True)
class PlannedLeague:
    """A planned league. The first of `members` founds it; the others join by its link. `of_table`: its members are
    those of a standing table instead, if there is one with enough. `begins_early`: when its founder begins it.
    """

    new: NewGame
    terms: Terms
    members: Sequence[SimulatedPerson]
    of_table: bool
    opens_at: datetime
    begins_early: datetime | None


def league_plans_make(
    count: int, people: Sequence[SimulatedPerson], begins: datetime, days: int, rng: random.Random
) -> list[PlannedLeague]:
    """Plans of leagues that are founded in the first quarter of the days, half of them for standing tables."""
    return [_plan(number, people, begins, timedelta(days=days), rng) for number in range(count)]


def _plan(
    number: int, people: Sequence[SimulatedPerson], begins: datetime, span: timedelta, rng: random.Random
) -> PlannedLeague:
    opens_at = begins + span * rng.uniform(0.1, 0.25)
    terms = Terms(
        SIGNUP_DAYS[number % len(SIGNUP_DAYS)], WEEKS[number % len(WEEKS)], AWAY_DAYS[number % len(AWAY_DAYS)]
    )
    new = NewGame(
        seats=SEATS[number % len(SEATS)],
        target=None if rng.random() < 0.9 else 10,
        goat=rng.random() < 0.5,
        two_player_deck=rng.random() < 0.5,
        next_leader=rng.choice(["left", "last"]),
        pace=PACES[number % len(PACES)].value,
        weekends_off=rng.random() < 0.2,
    )
    return PlannedLeague(
        new=new,
        terms=terms,
        members=_members(SIZES[number % len(SIZES)], people, opens_at, rng),
        of_table=number % 2 == 1,
        opens_at=opens_at,
        begins_early=opens_at + timedelta(days=terms.signup_days) * 0.8 if rng.random() < 0.3 else None,
    )


def _members(
    count: int, people: Sequence[SimulatedPerson], opens_at: datetime, rng: random.Random
) -> list[SimulatedPerson]:
    """People who still play then, among them some whose accounts end later."""
    here = [person for person in people if person.gone_at is None or person.gone_at > opens_at]
    removed = [person for person in here if person.removal is not None]
    chosen = rng.sample(removed, min(REMOVED, len(removed)))
    others = [person for person in here if person not in chosen]
    chosen += rng.sample(others, min(max(count - len(chosen), 0), len(others)))
    rng.shuffle(chosen)
    return chosen
