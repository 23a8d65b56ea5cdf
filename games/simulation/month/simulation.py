import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import QuerySet

from games.models import Game, GameEvent, League, Move, Notice, TakeBack
from games.simulation.month.clockwork import Agenda, Beat, SimulatedClock
from games.simulation.month.kills import Killer
from games.simulation.month.leagues.checks import LeagueChecks
from games.simulation.month.leagues.life import LeagueLife
from games.simulation.month.leagues.plans import REMOVED, league_plans_make
from games.simulation.month.life import Life
from games.simulation.month.mail_checks import MailChecks
from games.simulation.month.mail_evidence import mailed_events
from games.simulation.month.mail_server import MailServer
from games.simulation.month.people import SimulatedPerson, people_make
from games.simulation.month.plans import plans_make
from games.simulation.month.removals import Removals, removals_choose
from games.simulation.month.row_checks import (
    LATE,
    OVER,
    completed_waits,
    games_stuck,
    rows_lost,
    rows_missing,
    rows_open,
    uncertain_ids,
)
from games.simulation.month.tables.checks import TableChecks
from games.simulation.month.tables.life import TableLife
from games.simulation.month.tables.plans import table_plans_make
from games.simulation.month.worker import Broker, Job, MonthError, Worker

# Sydney's summer time begins on 3 October 2027, Europe's ends on the 31st.
BEGINS = datetime(2027, 10, 2, 6, 0, tzinfo=UTC)
# Games run on after the month, at most this long: without a pace a seat waits for 60 days.
RUN_ON = timedelta(days=400)
DAY = timedelta(days=1)
# A little more than the longest digest.
WEEKLY = timedelta(days=8)
# More tasks at one instant mean an endless loop.
JOBS_AT_ONCE = 100_000


# Figures that must be 0.
NONE_OF = frozenset(
    (
        *("hung", "doubled", "stale", "unwanted", "lost", "errors"),
        *("idle", "misseated", "left_out", "miscounted", "overdue"),
    )
)


@dataclass
class MonthFigures:
    games: int = 0
    finished: int = 0
    hung: int = 0
    notices: int = 0
    doubled: int = 0
    stale: int = 0
    unwanted: int = 0
    lost: int = 0
    uncertain: int = 0
    expected: int = 0
    people: int = 0
    turns: int = 0
    timeouts: int = 0
    handovers: int = 0
    orders: int = 0
    undone: int = 0
    by_mail: int = 0
    refused: int = 0
    kills: int = 0
    errors: int = 0
    tables: int = 0
    table_games: int = 0
    idle: int = 0
    misseated: int = 0
    left_out: int = 0
    miscounted: int = 0
    leagues: int = 0
    league_games: int = 0
    overdue: int = 0
    removed: int = 0
    days: int = 0
    steps: int = 0
    jobs: int = 0
    seconds: float = 0

    @property
    def faults(self) -> dict[str, int]:
        return {name: count for name, count in asdict(self).items() if name in NONE_OF and count}


@dataclass(frozen=True)
class Extent:
    """The size of a simulation. `days`: when games begin and people vanish. `kills`: deaths of the worker. `tables`:
    standing ones. With `leagues`, some accounts are banned or erased.
    """

    people: int
    games: int
    days: int
    kills: int
    tables: int = 0
    leagues: int = 0


class Month:
    def __init__(
        self,
        extent: Extent,
        clock: SimulatedClock,
        mail_server: MailServer,
        rng: random.Random,
        complain: Callable[[str], None],
    ) -> None:
        self.extent = extent
        self.clock = clock
        self.mail_server = mail_server
        self.complain = complain
        self.figures = MonthFigures(people=extent.people)
        self.agenda = Agenda()
        self.checks = MailChecks(complain)
        self.hung: dict[int, str] = {}
        self.uncertain: set[str] = set()
        self.watched = clock.now
        self.killer = Killer(extent.kills, clock.now, extent.days, rng, mail_server.hold_next)
        people = people_make(extent.people, clock.now, extent.days, rng)
        self.people: dict[int, SimulatedPerson] = {person.user.pk: person for person in people}
        self.by_address = {person.user.email: person for person in people}
        self.removed = removals_choose(people, REMOVED * extent.leagues, clock.now, extent.days, rng)
        self.life = Life(people, clock, self.agenda, rng)
        self.life.begin(plans_make(extent.games, people, clock.now, extent.days, rng))
        self.ends = clock.now + timedelta(days=extent.days)
        self.tables = TableChecks(self.people, complain)
        plans = table_plans_make(extent.tables, people, clock.now, extent.days, rng)
        TableLife(self.life, self.people, self.tables, self.ends).begin(plans)
        blocks = self.tables.log.blocks
        self.leagues = LeagueChecks(self.people, blocks, complain)
        leagues = league_plans_make(extent.leagues, people, clock.now, extent.days, rng)
        LeagueLife(self.life, self.people, self.leagues.log, blocks).begin(leagues)
        Removals(self.life, self.tables).begin(self.removed)

    def run(self, broker: Broker, worker: Worker, beat: Beat, progress: Callable[[str], None]) -> MonthFigures:
        """Simulate the month, then go on until all games are over and all emails sent."""
        began = time.monotonic()
        start = self.watched
        while (at := self._next(broker, beat)) < self.ends + RUN_ON:
            while at >= self.watched + DAY:
                self._watch(self.watched + DAY)
                progress(self._day_line((self.watched - start).days, time.monotonic() - began))
            if self.watched >= self.ends and self._is_over(self.watched):
                break
            self.clock.move(at)
            self._step(broker, worker, beat)
        self.figures.days = (self.clock.now - start).days
        self._count_up()
        self.figures.seconds = round(time.monotonic() - began, 1)
        return self.figures

    def _next(self, broker: Broker, beat: Beat) -> datetime:
        times = (self.agenda.next_at, broker.next_at, beat.next_at())
        return max(min(at for at in times if at is not None), self.clock.now)

    def _is_over(self, at: datetime) -> bool:
        """Whether the games and leagues are over, and the digests sent."""
        if Game.objects.exclude(status__in=OVER).exists() or _leagues_under_way().exists():
            return False
        lately = Game.objects.filter(ended_at__gt=at - WEEKLY).exists()
        return not lately or not Notice.objects.filter(status__in=Notice.OPEN).exists()

    def _step(self, broker: Broker, worker: Worker, beat: Beat) -> None:
        self.figures.steps += 1
        for task in beat.ring(self.clock.now):
            broker.send(task)
        self._work(broker, worker)
        while (thing := self.agenda.take(self.clock.now)) is not None:
            thing()
            self._work(broker, worker)

    def _work(self, broker: Broker, worker: Worker) -> None:
        for _job in range(JOBS_AT_ONCE):
            job = broker.take(self.clock.now)
            if job is None:
                return
            self.figures.jobs += 1
            self._run(job, broker, worker)
            self._deliver()
        raise MonthError(f"the queue does not come to an end on {self.clock.now}")

    def _run(self, job: Job, broker: Broker, worker: Worker) -> None:
        began = time.perf_counter()
        failure = worker.run(job, self.clock.now, self.killer.aims(job.name, self.clock.now))
        if failure is None:
            self.killer.hit()
            broker.forget()
            self.mail_server.settle()
            return
        self.killer.missed(job.name, time.perf_counter() - began)
        if failure:
            self.figures.errors += 1
            self.complain(f"failed: {job.name}{job.args}: {failure}")

    def _deliver(self) -> None:
        """Judge the emails that arrived, and let people react."""
        for mail in self.mail_server.fresh():
            person = self.by_address[mail.to]
            events = mailed_events(mail, person)
            if not events:
                self.figures.unwanted += 1
                self.complain(f"unwanted: {mail} was asked for by no row")
            self.checks.take(mail, events)
            for each in events:
                self.life.react_to_mail(person, Notice.Kind(each.kind), each.game, mail.links)

    def _watch(self, at: datetime) -> None:
        """Record faults daily, as the site deletes old rows of its outbox."""
        for game, reason in games_stuck(at):
            if game not in self.hung:
                self.complain(f"hung: game {game} on {at}: {reason}")
                self.hung[game] = reason
        self.uncertain.update(uncertain_ids())
        came = {mail.message_id for mail in self.checks.mails}
        self._lose(rows_lost(self.watched, at, came))
        self._lose(rows_missing(self.watched, at, self.people))
        self.tables.watch(at, self.ends)
        self.leagues.watch(at)
        self.watched = at

    def _lose(self, found: Iterable[str]) -> None:
        for words in found:
            self.figures.lost += 1
            self.complain(f"lost: {words}")

    def _day_line(self, day: int, seconds: float) -> str:
        over = Game.objects.filter(status__in=OVER).count()
        words = f"day {day}: {over} of {Game.objects.count()} games over, {len(self.checks.mails)} mails"
        if self.extent.leagues:
            words += f", {_leagues_under_way().count()} leagues under way"
        return f"{words}, {self.figures.steps} steps, {self.killer.kills} kills, {seconds:.0f} s"

    def _count_up(self) -> None:
        # Later by LATE, for claims of the last moment.
        self._watch(self.clock.now + LATE)
        self._lose(rows_open(self.clock.now))
        figures, checks = self.figures, self.checks
        figures.games = Game.objects.count()
        figures.finished = Game.objects.filter(status=Game.Status.FINISHED).count()
        for game in Game.objects.exclude(status__in=OVER):
            self.hung.setdefault(game.pk, "it is not over in the end")
        figures.hung = len(self.hung)
        figures.notices = len(checks.mails)
        figures.doubled = checks.doubled(self.uncertain)
        figures.uncertain = checks.uncertain(self.uncertain)
        figures.stale = checks.stale()
        figures.unwanted += checks.unwanted()
        figures.lost += checks.missed(completed_waits(self.people), self.people, self.life.looks)
        figures.expected = checks.expected
        self._count_groups()
        figures.kills = self.killer.kills
        figures.by_mail = self.life.by_mail
        figures.refused = sum(self.life.refusals.values())
        by = Counter(Move.objects.values_list("by", flat=True))
        figures.turns, figures.timeouts, figures.orders = by.total(), by[Move.By.TIMEOUT], by[Move.By.AUTO]
        figures.undone = TakeBack.objects.count()
        figures.handovers = GameEvent.objects.filter(kind=GameEvent.Kind.HANDOVER).count()

    def _count_groups(self) -> None:
        figures = self.figures
        self.tables.close(self.checks.events)
        self.leagues.close(self.checks.events, self.clock.now)
        figures.tables, figures.table_games = len(self.tables.log.tables), self.tables.count
        figures.leagues, figures.league_games = len(self.leagues.log.leagues), self.leagues.count
        figures.removed = len(self.removed)
        for found in (self.tables.figures, self.leagues.figures):
            for name, count in asdict(found).items():
                name = "unwanted" if name == "misdirected" else name
                setattr(figures, name, getattr(figures, name) + count)


def _leagues_under_way() -> QuerySet[League]:
    return League.objects.filter(status__in=(League.Status.SIGNUP, League.Status.RUNNING))
