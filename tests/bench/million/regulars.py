"""Two people whose games are counted. They differ only in how many games they have finished."""

from functools import cache

from games.models import Game
from tests.bench.million.plan import COUNTED, Plan, fate_of, handle_of

HEAVY, ORDINARY = COUNTED
HEAVY_SHARE, HEAVY_MOST = 4, 5000
ORDINARY_GAMES = 45
# Finished games of both, and games of each that still run.
TOGETHER = 10
RUNNING_GAMES = 6


def heavy_handle() -> str:
    return handle_of(HEAVY)


def ordinary_handle() -> str:
    return handle_of(ORDINARY)


def regulars_in(plan: Plan, number: int) -> list[int]:
    """The accounts of the two that have a seat in this game."""
    return [plan.first_person + person for person in _seated(plan).get(number, ())]


@cache
def _seated(plan: Plan) -> dict[int, list[int]]:
    """The numbers of the two by game: a quarter of all games has the one, ORDINARY_GAMES the other."""
    past, newest = range(plan.games * 9 // 10), range(plan.games * 9 // 10, plan.games)
    finished = [number for number in past if fate_of(plan, number) == Game.Status.FINISHED]
    running = [number for number in newest if fate_of(plan, number) == Game.Status.RUNNING]
    heavy = _spread(finished, min(HEAVY_MOST, plan.games // HEAVY_SHARE))
    together = _spread(heavy, TOGETHER)
    rest = sorted({*finished} - {*heavy})
    ordinary = together + _spread(rest, min(ORDINARY_GAMES - TOGETHER, plan.games // HEAVY_SHARE))
    now = _spread(running, 2 * RUNNING_GAMES)
    found: dict[int, list[int]] = {}
    for person, games in ((HEAVY, heavy + now[::2]), (ORDINARY, ordinary + now[1::2])):
        for number in games:
            found.setdefault(number, []).append(person)
    return found


def _spread(numbers: list[int], count: int) -> list[int]:
    """`count` of these numbers, evenly spread over them."""
    count = min(count, len(numbers))
    return [numbers[place * len(numbers) // count] for place in range(count)]
