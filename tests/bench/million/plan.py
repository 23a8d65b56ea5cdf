"""The rows to load: how many, their owners, and each game's fate."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Game

# The site's age; games began evenly over it.
AGE = timedelta(days=900)
# Games a person; the share of seats of the few who play all the time.
GAMES_A_PERSON = 10
BUSY = 20
# Accounts whose games are counted (tests.bench.million.regulars).
COUNTED = (41, 47)
BUSY_SHARE = 0.15
# Room for ids of a game's rows, so that they follow from the game's own and blocks need not know each other.
MOVES, SEATS, NOTICES, LINES = 40, 8, 16, 8
# Rare values included: filters must find them as quickly as common ones.
PACES = ("1d",) * 9 + ("2d", "2d", "3d", "3d", "3m", "3m", "1h", "8h", "8h", "7d", "none")
RARE_PACES = ("60s", "14d")
RARE = 5000
OLDEST = 1000
FIRST_PEOPLE, FULL = 100, 15
FEWEST_OFFERS = 45


@dataclass(frozen=True, slots=True)
class Plan:
    """`games` played games, ids from `first_game` on; `people` accounts from `first_person` on.

    `bot` is the account of bots' seats, `staff` are moderators.
    """

    games: int
    people: int
    seed: int
    now: datetime
    first_game: int
    first_person: int
    bot: int
    staff: tuple[int, ...]

    @property
    def offers(self) -> int:
        """Games that have not begun, enough for a full page; their ids follow the others'."""
        return max(self.games // 100, FEWEST_OFFERS)

    def rng(self, what: str, first: int) -> random.Random:
        return random.Random(f"{self.seed} {what} {first}")

    def somebody(self, rng: random.Random) -> int:
        """An account's id, more often a busy one."""
        among = min(BUSY, self.people) if rng.random() < BUSY_SHARE else self.people
        number = int(rng.random() * among)
        return self.first_person + number + (number in COUNTED)

    def several(self, rng: random.Random, count: int) -> list[int]:
        found: list[int] = []
        while len(found) < count:
            one = self.somebody(rng)
            if one not in found:
                found.append(one)
        return found

    def moderator(self, number: int) -> int:
        return self.staff[number % len(self.staff)]

    def began(self, number: int) -> datetime:
        """The latest time at which the game was created."""
        return self.now - AGE * ((self.games - number) / self.games)


def fate_of(plan: Plan, number: int) -> Game.Status:
    """Most games are over; of the newest half run, and a few of the very first.

    Those few have the same ids on a site of any size.
    """
    newest = number >= plan.games * 9 // 10
    going_on = number % 2 == 1 if newest else number < OLDEST and number % 200 == 11
    if not going_on:
        return Game.Status.CANCELLED if number % 25 == 3 else Game.Status.FINISHED
    return Game.Status.PAUSED if number % 20 == 1 else Game.Status.RUNNING


def pace_of(number: int) -> str:
    if number % RARE < len(RARE_PACES):
        return RARE_PACES[number % RARE]
    return PACES[number % len(PACES)]


def one_in(step: int, number: int, rest: int) -> bool:
    """Whether this game is one of every `step`; of the first games one in FULL.

    So lists are full on a small site too, and comparable with large ones.
    """
    return number % step == rest or (number < OLDEST and number % FULL == rest % FULL)


def person_in(step: int, number: int, rest: int) -> bool:
    """`one_in` for people: of the first ones every second is."""
    return number % step == rest or (number < FIRST_PEOPLE and number % 2 == rest % 2)


def public_id_of(number: int) -> str:
    return f"bulk{number:08d}"


def handle_of(number: int) -> str:
    return f"busy-{number}" if number < BUSY else f"player-{number}"


def blocks(count: int, size: int) -> Iterator[tuple[int, int]]:
    """The numbers below `count` in blocks: (first, one past the last)."""
    return ((first, min(first + size, count)) for first in range(0, count, size))
