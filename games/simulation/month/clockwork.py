"""Time in a simulated month: a clock moved by hand, the people's agenda, the periodic tasks."""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count

from django.db import connection
from django.utils import timezone
from time_machine import Traveller

from games.models import Deadline, Game, League, LeagueGame, Notice, StandingGame, StandingTable
from games.standing.next_game import GOES_ON_AFTER
from games.sweeps import BOT_RETRY_AFTER

# The period of tasks that the month does not depend on.
OTHERS_EVERY = timedelta(days=1)
# When the last game ended of the table that waits longest for the next to begin by itself.
_LAST_GAMES = f"""min(last) FROM (
    SELECT max(coalesce(ended_at, 'infinity')) AS last FROM {StandingGame._meta.db_table} AS begun
    JOIN {StandingTable._meta.db_table} AS tables ON tables.id = begun.table_id AND tables.goes_on
    JOIN {Game._meta.db_table} AS games ON games.id = begun.game_id GROUP BY tables.id
) AS ends WHERE last < 'infinity'"""  # noqa: S608
# When the last game of a running league ended or, before that, when the league began: a sweep may then begin its next
# games, or close it. Games whose round has a date begin when the sweep is tried again.
_LEAGUE_EVENTS = f"""max(at) FROM (
    SELECT begun_at AS at FROM {League._meta.db_table} WHERE status = 'running' UNION ALL
    SELECT ended_at FROM {LeagueGame._meta.db_table} AS begun
    JOIN {League._meta.db_table} AS leagues ON leagues.id = begun.league_id AND leagues.status = 'running'
    JOIN {Game._meta.db_table} AS games ON games.id = begun.game_id
) AS events"""  # noqa: S608
# Work that a sweep left undone is tried again at its next run, then less often, up to this.
TRIED_AGAIN_AT_MOST = timedelta(hours=1)


class SimulatedClock:
    def __init__(self, traveller: Traveller) -> None:
        self._traveller = traveller

    @property
    def now(self) -> datetime:
        return timezone.now()

    def move(self, at: datetime) -> None:
        """Move the clock to `at`; does nothing if that is past."""
        if at > self.now:
            self._traveller.move_to(at)


class Agenda:
    def __init__(self) -> None:
        self._things: list[tuple[datetime, int, Callable[[], None]]] = []
        self._numbers = count()

    def add(self, at: datetime, thing: Callable[[], None]) -> None:
        heapq.heappush(self._things, (at, next(self._numbers), thing))

    @property
    def next_at(self) -> datetime | None:
        return self._things[0][0] if self._things else None

    def take(self, now: datetime) -> Callable[[], None] | None:
        """Return the next thing that is due."""
        return heapq.heappop(self._things)[2] if self._things and self._things[0][0] <= now else None


@dataclass
class SimulatedSweep:
    """A periodic task: `first` selects when the first row is due; the task finds it `late` after that. What was due at
    `tried` and remains rests until `rests_until`.
    """

    task: str
    every: timedelta
    first: str
    late: timedelta = timedelta()
    tried: datetime | None = None
    pause: timedelta = timedelta()
    rests_until: datetime | None = None

    def next_at(self, due: datetime | None) -> datetime | None:
        if due is None:
            return None
        at = _full(due + self.late, self.every)
        return max(at, self.rests_until) if due == self.tried and self.rests_until is not None else at

    def ring(self, due: datetime | None, now: datetime) -> None:
        """Record that the task was queued."""
        again = due == self.tried
        self.pause = min(self.pause * 2, TRIED_AGAIN_AT_MOST) if again else self.every
        self.tried, self.rests_until = due, now + self.pause


class Beat:
    """The site's periodic tasks, run only when they would find something."""

    def __init__(self, schedule: dict[str, timedelta], now: datetime) -> None:
        """Set the timetable up. `schedule`: the site's tasks with their periods."""
        self._sweeps = _sweeps()
        for sweep in self._sweeps:
            sweep.every = schedule[sweep.task]
        known = {sweep.task for sweep in self._sweeps}
        self._others = [task for task in schedule if task not in known]
        self._others_at = _full(now, OTHERS_EVERY)
        self._due: list[datetime | None] = []

    def next_at(self) -> datetime:
        self._due = _firsts([sweep.first for sweep in self._sweeps])
        times = (sweep.next_at(due) for sweep, due in zip(self._sweeps, self._due, strict=True))
        return min([self._others_at, *(at for at in times if at is not None)])

    def ring(self, now: datetime) -> list[str]:
        """The tasks to queue now. Call `next_at` just before."""
        tasks: list[str] = []
        for sweep, due in zip(self._sweeps, self._due, strict=True):
            at = sweep.next_at(due)
            if at is not None and at <= now:
                sweep.ring(due, now)
                tasks += [sweep.task] if sweep.task not in tasks else []
        if self._others_at <= now:
            self._others_at += OTHERS_EVERY
            tasks += self._others
        return tasks


def _sweeps() -> list[SimulatedSweep]:
    """The site's periodic tasks. The schedule sets their periods later."""
    game, deadline, notice, league = (model._meta.db_table for model in (Game, Deadline, Notice, League))
    second = timedelta(seconds=1)
    return [
        SimulatedSweep("games.tasks.waits_sweep", second, f"min(next_at) FROM {deadline}"),
        SimulatedSweep(
            "games.tasks.outbox_sweep", second, f"min(due_at) FROM {notice} WHERE status IN ('waiting', 'sending')"
        ),
        SimulatedSweep(
            "games.tasks.starts_sweep", second, f"min(contributions_due_at) FROM {game} WHERE status = 'open'"
        ),
        SimulatedSweep(
            "games.tasks.bots_sweep",
            second,
            f"min(waiting_since) FROM {game} WHERE status = 'running' AND bot_acts",
            BOT_RETRY_AFTER,
        ),
        SimulatedSweep("games.tasks.tables_sweep", second, _LAST_GAMES, GOES_ON_AFTER),
        SimulatedSweep(
            "games.tasks.leagues_sweep", second, f"min(signup_ends_at) FROM {league} WHERE status = 'signup'"
        ),
        SimulatedSweep("games.tasks.leagues_sweep", second, _LEAGUE_EVENTS),
        SimulatedSweep(
            "games.tasks.endings_sweep",
            second,
            f"min(ends_by) FROM {game} WHERE ended_at IS NULL AND status = 'running'",
        ),
    ]


def _firsts(queries: list[str]) -> list[datetime | None]:
    """The first time that each query returns. They run as one query, before each step."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"(SELECT {query})" for query in queries))
        return list(cursor.fetchone())


def _full(at: datetime, every: timedelta) -> datetime:
    """The first multiple of a period since the epoch from `at` on."""
    start = datetime(1970, 1, 1, tzinfo=UTC)
    return start - (start - at) // every * every
