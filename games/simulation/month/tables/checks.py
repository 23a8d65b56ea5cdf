"""Checks of standing tables: who was seated, when games begin, the score, and notifications."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, pairwise

from games.errors import GameError
from games.history.record import game_record
from games.models import Game, Invitation, Seat, StandingGame, StandingMember, StandingTable
from games.simulation.month.group_games import mail_faults, record_points
from games.simulation.month.mail_checks import MailedEvent
from games.simulation.month.people import SimulatedPerson
from games.simulation.month.tables.log import TableLog
from games.simulation.month.tables.seating import BegunGame, rotation_fault, sit_out_faults
from games.standing.errors import StandingReason
from games.standing.members import line_up, members_of
from games.standing.selectors import standing_page

# A game that begins by itself 12 hours after the last, by an hourly sweep, is late after this.
LATE_AFTER = timedelta(hours=14)
# The same people are willing at least so long, before a table without a game is idle.
WILLING_FOR = timedelta(hours=2)

Points = tuple[int, bool, int]


@dataclass
class TableFigures:
    """Faults of tables. `idle`: no game began although one was due; `misseated`: seated although they had not agreed,
    or with a blocked person; `left_out`: not seated although a seat was free, or out of turn; `miscounted`: scores.
    """

    idle: int = 0
    doubled: int = 0
    misseated: int = 0
    left_out: int = 0
    miscounted: int = 0
    misdirected: int = 0


class TableChecks:
    """Counts faults and passes each to `complain`. Remembers the games of tables that close."""

    def __init__(self, people: dict[int, SimulatedPerson], complain: Callable[[str], None]) -> None:
        self.log = TableLog(people)
        self.figures = TableFigures()
        self.games: dict[int, list[BegunGame]] = defaultdict(list)
        self._complain = complain
        self._last = 0
        self._scores: dict[int, list[Points]] = {}
        self._counted: dict[int, int] = {}
        self._idle: set[int] = set()

    @property
    def count(self) -> int:
        return sum(len(games) for games in self.games.values())

    def willing(self, table: int, person: int, at: datetime) -> bool | None:
        return self.log.willing(table, person, at, [game.pk for game in self.games[table]])

    def _fault(self, name: str, words: str) -> None:
        setattr(self.figures, name, getattr(self.figures, name) + 1)
        self._complain(f"{name}: {words}")

    # Presses

    def pressed(self, table: StandingTable, running: Game | None, game: Game) -> None:
        if running is not None and running.pk != game.pk:
            self._fault("doubled", f"table {table.pk} began game {game.pk} during {running.pk}")

    def refused(self, table: StandingTable, at: datetime, refused: GameError) -> None:
        """Judge a refused press."""
        pair = self._pair(table.pk, at)
        if getattr(refused, "reason", None) is not StandingReason.TOO_FEW or (pair and not _is_live(table)):
            reasons = {pk: out.value for pk, out in line_up(table, list(members_of(table)), at).out.items()}
            self._fault("idle", f"table {table.pk} at {at}: {refused} to a press, though {pair} are in; out: {reasons}")

    def _pair(self, table: int, at: datetime) -> tuple[int, int] | None:
        """Two members who are in and may play together."""
        here = [member for member in self.log.members(table, at) if self.willing(table, member, at)]
        apart = self.log.blocks.apart(at, here)
        return next((pair for pair in combinations(here, 2) if frozenset(pair) not in apart), None)

    # Games that begin

    def note(self) -> None:
        """Judge the games that began since the last call."""
        begun = StandingGame.objects.filter(game__gt=self._last).select_related("game", "table").order_by("game")
        for row in begun:
            self._last = row.game_id
            self._judge(row.table, row.game)

    def _judge(self, table: StandingTable, game: Game) -> None:
        at = game.created_at
        seats = tuple(game.seats.filter(kind=Seat.Kind.PERSON).order_by("number").values_list("user", flat=True))
        willing = {member: self.willing(table.pk, member, at) for member in self.log.members(table.pk, at)}
        sure = frozenset(member for member, is_willing in willing.items() if is_willing)
        begun = BegunGame(game.pk, at, seats, sure, table.seats_count, is_live=_is_live(table))
        words = f"in game {game.pk} of table {table.pk}"
        for person in seats:
            if willing.get(person, False) is False and not self.log.acted(table.pk, person, at, at):
                self._fault("misseated", f"{person} {words} did not agree")
        apart = self.log.blocks.apart(at, [*seats, *sure])
        for pair in apart:
            if pair <= set(seats):
                self._fault("misseated", f"{sorted(pair)} {words} have a block")
        if len(set(seats)) < len(seats) or Invitation.objects.filter(game=game).exists():
            self._fault("doubled", f"the players {seats} {words} are seated or invited twice")
        for person in begun.left_out(apart):
            self._fault("left_out", f"{person} {words} was in, and a seat was free")
        before = self.games[table.pk][-1:]
        for fault in rotation_fault(before, begun):
            self._fault("left_out", f"{fault} {words}")
        self.games[table.pk].append(begun)

    # Each day

    def watch(self, at: datetime, ends: datetime) -> None:
        self.note()
        for table in StandingTable.objects.order_by("pk"):
            self.watch_table(table.pk)
            # At a live table, nobody may be there.
            if table.goes_on and not _is_live(table) and at < ends:
                self._watch_idle(table.pk, at)

    def _watch_idle(self, table: int, at: datetime) -> None:
        """A table whose last game ended long ago, and of which the same two were in since, has another."""
        games = [game.pk for game in self.games[table]]
        ended = Game.objects.filter(pk__in=games, ended_at__lt=at - LATE_AFTER)
        if not games or ended.count() < len(games) or table in self._idle:
            return
        pair = self._pair(table, at - WILLING_FOR)
        if pair is None or any(self.log.acted(table, person, at - WILLING_FOR, at) for person in pair):
            return
        if all(self.willing(table, person, at) for person in pair) and not self.log.blocks.apart(at, pair):
            self._idle.add(table)
            self._fault("idle", f"table {table} at {at} has no game since {max(games)}, though {pair} are in")

    def watch_table(self, table: int) -> None:
        """Compare the page's score with one computed from the records, if a game ended since."""
        self.note()
        games = Game.objects.filter(pk__in=[game.pk for game in self.games[table]], status=Game.Status.FINISHED)
        member = StandingMember.objects.filter(table=table).select_related("table", "user").first()
        finished = list(games.order_by("pk"))
        if member is None or self._counted.get(table) == len(finished):
            return
        self._counted[table] = len(finished)
        page = standing_page(member.table.public_id, member.user)
        shown = [(row.user.pk, row.games, row.wins, row.points) for row in page.score]
        computed = self._score(finished)
        if shown != sorted(computed, key=lambda row: (-row[2], row[3] / row[1], row[0])):
            self._fault("miscounted", f"table {table}: the page shows {shown}, its records make {computed}")

    def _score(self, games: Iterable[Game]) -> list[tuple[int, int, int, int]]:
        """Games, victories and points of each person, from the records' hands."""
        rows: Counter[int] = Counter()
        wins: Counter[int] = Counter()
        points: Counter[int] = Counter()
        for game in games:
            if game.pk not in self._scores:
                self._scores[game.pk] = list(_points(game))
            for person, won, scored in self._scores[game.pk]:
                rows[person] += 1
                wins[person] += won
                points[person] += scored
        return [(person, rows[person], wins[person], points[person]) for person in rows]

    # At the end

    def close(self, events: Sequence[MailedEvent]) -> None:
        """Judge whole series of games, and the emails that arrived."""
        self.note()
        blocked = self.log.blocks.people()
        for table, games in self.games.items():
            self._judge_times(table, [game.pk for game in games])
            for fault in sit_out_faults(games, lambda *between, table=table: self.log.acted(table, *between), blocked):
                self._fault("left_out", f"{fault} of table {table}")
        players = {game.pk: game.players for games in self.games.values() for game in games}
        for name, words in mail_faults(players, events):
            self._fault(name, words)

    def _judge_times(self, table: int, games: list[int]) -> None:
        spans = (
            Game.objects.filter(pk__in=games).order_by("created_at", "pk").values_list("pk", "created_at", "ended_at")
        )
        listed = list(spans)
        for (game, _, ended_at), (following, created_at, _) in pairwise(listed):
            if ended_at is None or created_at < ended_at:
                self._fault("doubled", f"games {game} and {following} of table {table} ran at the same time")


def _is_live(table: StandingTable) -> bool:
    return table.pace in (Game.Pace.S60, Game.Pace.M3)


def _points(game: Game) -> Iterator[Points]:
    """Each person's points, by the record's hands, and whether they won."""
    record = game_record(game, None)
    result = record["result"]
    assert result is not None
    points = record_points(record)
    people = dict(game.seats.values_list("number", "user"))
    for player in record["players"]:
        if player["kind"] == Seat.Kind.PERSON:
            seat = player["seat"]
            yield people[seat], seat in result["winners"], points[seat]
