"""The games of a simulated month: options, players, start."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks import Pace
from games.lobby.services import NewGame
from games.models import Game
from games.simulation.month.people import Habit, SimulatedPerson

# Mostly days a turn; live games need people online together.
PACES = (
    *(Pace.H1, Pace.H8, Pace.NONE, Pace.H8, Pace.D1, Pace.D1, Pace.D1, Pace.D1, Pace.D1, Pace.D2, Pace.D2, Pace.D3),
    *(Pace.D3, Pace.D3, Pace.D7, Pace.D7, Pace.D14, Pace.S60, Pace.M3),
)
TARGETS = (None, None, None, None, None, 10)
BOTS = ("skald", "hirdman")


@dataclass(frozen=True)
class PlannedGame:
    """A planned game, hosted by the first of `people`; the others are invited."""

    new: NewGame
    people: Sequence[SimulatedPerson]
    opens_at: datetime

    @property
    def is_live(self) -> bool:
        return Pace(self.new.pace).is_live


def plans_make(
    count: int, people: Sequence[SimulatedPerson], begins: datetime, days: int, rng: random.Random
) -> list[PlannedGame]:
    """Plans of games over the first third of the days, with people who still play then."""
    return [_plan(number, people, begins, days, rng) for number in range(count)]


def _plan(
    number: int, people: Sequence[SimulatedPerson], begins: datetime, days: int, rng: random.Random
) -> PlannedGame:
    opens_at = begins + timedelta(days=rng.uniform(0, days / 3))
    pace = PACES[number % len(PACES)]
    seats = min(rng.choice([2, 2, 3, 3, 4, 5, 6]), len(people))
    bots = seats - 1 if _against_bots(number) else rng.choice([0, 0, 0, rng.randrange(seats)])
    sit = _people(seats - bots, people, pace, opens_at, rng)
    new = NewGame(
        seats=len(sit) + bots,
        target=rng.choice(TARGETS),
        goat=rng.random() < 0.5,
        two_player_deck=rng.random() < 0.5,
        next_leader=rng.choice(["left", "last"]),
        visibility=rng.choice(Game.Visibility.values),
        pace=pace.value,
        timeout_action=rng.choice(Game.TimeoutAction.values),
        weekends_off=pace.may_stop and rng.random() < 0.3,
        bots=[rng.choice(BOTS) for _bot in range(bots)],
    )
    return PlannedGame(new, sit, opens_at)


def _against_bots(number: int) -> bool:
    """Whether the game is against bots. Half of the games without a time limit are, among them the third of all, so
    that a short month has one.
    """
    rounds, place = divmod(number, len(PACES))
    return PACES[place] is Pace.NONE and rounds % 2 == 0


def _people(
    count: int, people: Sequence[SimulatedPerson], pace: Pace, opens_at: datetime, rng: random.Random
) -> list[SimulatedPerson]:
    """The people of a game. Live games prefer the prompt ones."""
    here = [person for person in people if person.gone_at is None or person.gone_at > opens_at]
    if pace.is_live:
        prompt = [person for person in here if person.habit == Habit.PROMPT]
        here = prompt if len(prompt) >= count else here
    return rng.sample(here, min(count, len(here)))
