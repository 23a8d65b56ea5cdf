"""Checks of leagues: who was seated, when games begin, the standings, and that each league is over by its date."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from games.leagues.running import round_begins_by
from games.leagues.schedule import FEWEST_PEOPLE, GAMES_A_TABLE, SEATS, meetings
from games.leagues.selectors import league_page
from games.models import Game, Invitation, League, LeagueGame, LeagueMember, Seat
from games.simulation.month.blocks import Blocks
from games.simulation.month.group_games import mail_faults
from games.simulation.month.leagues.log import LeagueLog
from games.simulation.month.leagues.results import LeagueResult, LeagueResults
from games.simulation.month.mail_checks import MailedEvent
from games.simulation.month.people import SimulatedPerson
from games.simulation.month.row_checks import LATE

# A sweep that found nothing to do is tried again after an hour at most.
SLACK = 2 * LATE

Place = tuple[int, int, int]


@dataclass
class LeagueFigures:
    """Faults of leagues. `idle`: no game began although one was due; `misseated`: seated although they had left, or
    with a blocked person; `left_out`: not seated although they had not; `miscounted`: standings; `overdue`: leagues and
    games that were not over by their date.
    """

    idle: int = 0
    doubled: int = 0
    misseated: int = 0
    left_out: int = 0
    miscounted: int = 0
    misdirected: int = 0
    overdue: int = 0


class LeagueChecks:
    """Counts faults and passes each to `complain`."""

    def __init__(self, people: Mapping[int, SimulatedPerson], blocks: Blocks, complain: Callable[[str], None]) -> None:
        self.log = LeagueLog(people)
        self.figures = LeagueFigures()
        self._blocks = blocks
        self._complain = complain
        self._results = LeagueResults()
        self._last = 0
        self._players: dict[int, tuple[int, ...]] = {}
        self._orders: dict[Place, tuple[int, ...]] = {}
        self._judged: set[int] = set()
        self._complained: set[tuple[str, object]] = set()

    @property
    def count(self) -> int:
        return len(self._players)

    def _fault(self, name: str, words: str) -> None:
        setattr(self.figures, name, getattr(self.figures, name) + 1)
        self._complain(f"{name}: {words}")

    def _once(self, name: str, about: object, words: str) -> None:
        if (name, about) not in self._complained:
            self._complained.add((name, about))
            self._fault(name, words)

    # Games that begin

    def note(self) -> None:
        """Judge the games that began since the last call."""
        for row in LeagueGame.objects.filter(game__gt=self._last).select_related("game", "league").order_by("game"):
            self._last = row.game_id
            self._judge(row)

    def _judge(self, row: LeagueGame) -> None:
        league, at = row.league, row.game.created_at
        members = _members(league, row.round, row.table)
        seats = row.game.seats.filter(kind=Seat.Kind.PERSON).order_by("number").values_list("user", flat=True)
        players = self._players[row.game_id] = tuple(seats)
        words = f"in game {row.game_id} of league {league.pk}"
        for person in players:
            if person not in members or self.log.belongs(league.pk, person, at) is False:
                self._fault("misseated", f"{person} {words} is not a member, or has gone")
        apart = self._blocks.apart(at, members)
        for pair in apart:
            if pair <= set(players):
                self._fault("misseated", f"{sorted(pair)} {words} have a block")
        for person in set(members) - set(players):
            if self.log.belongs(league.pk, person, at) and not any(person in pair for pair in apart):
                self._fault("left_out", f"{person} {words} is a member")
        if len(set(players)) < len(players) or Invitation.objects.filter(game=row.game).exists():
            self._fault("doubled", f"the players {players} {words} are seated or invited twice")
        if at > round_begins_by(league, row.round) + SLACK:
            self._fault("idle", f"round {row.round} {words} began at {at}")
        self._judge_order(row, players, words)

    def _judge_order(self, row: LeagueGame, players: tuple[int, ...], words: str) -> None:
        """The second game of a table has the seats of the first in reverse order."""
        first = self._orders.setdefault((row.league_id, row.round, row.table), players)
        if row.game_number and players != first[::-1]:
            self._fault("misseated", f"{players} {words} should sit as {first[::-1]}")

    # Each day

    def watch(self, at: datetime) -> None:
        self.note()
        for league in League.objects.order_by("pk"):
            match league.status:
                case League.Status.SIGNUP if league.signup_ends_at + SLACK < at:
                    self._once("idle", league.pk, f"league {league.pk} has not begun at {at}")
                case League.Status.RUNNING:
                    self._watch_running(league, at)
                case League.Status.OVER | League.Status.CANCELLED if league.pk not in self._judged:
                    self._judged.add(league.pk)
                    self._judge_end(league)

    def _watch_running(self, league: League, at: datetime) -> None:
        if league.ends_at + SLACK < at:
            self._once("overdue", league.pk, f"league {league.pk} is not over at {at}")
        self._watch_idle(league, at)
        self._watch_paused(league)
        self._watch_standings(league)

    def _watch_idle(self, league: League, at: datetime) -> None:
        """A table whose members have all been without a game of the league for long has its games."""
        games = Game.objects.filter(in_league__league=league)
        lately = games.filter(ended_at=None) | games.filter(ended_at__gt=at - SLACK)
        busy = set(Seat.objects.filter(game__in=lately).values_list("user", flat=True))
        assert league.begun_at is not None
        for place in _places(league) - self._begun(league) if league.begun_at < at - SLACK else ():
            members = _members(league, *place)
            here = [person for person in members if self.log.belongs(league.pk, person, at - SLACK)]
            if here and not busy & set(members):
                self._once("idle", (league.pk, place), f"table {place} of league {league.pk} waits at {at}")

    def _watch_paused(self, league: League) -> None:
        for game in Game.objects.filter(in_league__league=league, status=Game.Status.PAUSED):
            self._once("idle", game.pk, f"game {game.pk} of league {league.pk} is paused")

    def _begun(self, league: League) -> set[tuple[int, int]]:
        return set(league.games.values_list("round", "table"))

    def _watch_standings(self, league: League) -> None:
        """Compare the page's standings with those computed from the records, if a game ended since."""
        results = self._results.of(league)
        if results is None:
            return
        member = LeagueMember.objects.filter(league=league).select_related("user").order_by("pk")[0]
        page = league_page(league.public_id, member.user)
        shown = [
            LeagueResult(row.user.pk, tally.left, tally.games, tally.points, tally.wins, tally.card_points)
            for row in page.standings
            for tally in [row.tally]
        ]
        if sorted(shown) != sorted(results) or [row.rank for row in shown] != sorted(row.rank for row in results):
            self._fault("miscounted", f"league {league.pk}: the page shows {shown}, its records make {results}")

    # At a league's end

    def _judge_end(self, league: League) -> None:
        words = f"league {league.pk}"
        if league.status == League.Status.CANCELLED:
            if len(self.log.members(league.pk, league.signup_ends_at)) >= FEWEST_PEOPLE:
                self._fault("idle", f"{words} was cancelled")
            return
        self._watch_standings(league)
        late = Game.objects.exclude(ended_at__lte=league.ends_at + LATE).filter(in_league__league=league)
        for game in late.values_list("pk", flat=True):
            self._fault("overdue", f"game {game} of {words} was not over by {league.ends_at}")
        for place in _places(league) - self._begun(league):
            here = [one for one in _members(league, *place) if self.log.belongs(league.pk, one, league.ends_at)]
            if here:
                self._fault("left_out", f"{here} of {words} had no games at table {place}")
        games = [(row.round, row.table) for row in league.games.all()]
        if any(games.count(place) != GAMES_A_TABLE for place in games):
            self._fault("miscounted", f"a table of {words} had not {GAMES_A_TABLE} games")
        self._judge_meetings(league)

    def _judge_meetings(self, league: League) -> None:
        """Everybody meets everybody; at tables of two, once."""
        met = meetings(tuple(tuple(map(tuple, each)) for each in league.rounds))
        numbers = {number for each in league.rounds for table in each for number in table}
        for one, other in combinations(sorted(numbers), 2):
            times = met[frozenset((one, other))]
            if not times or (times > 1 and league.seats_count == min(SEATS)):
                self._fault("left_out", f"{one} and {other} of league {league.pk} meet {times} times")

    def close(self, events: Sequence[MailedEvent], at: datetime) -> None:
        """Judge leagues that are not over, and the emails that arrived."""
        self.watch(at)
        for league in set(self.log.leagues) - self._judged:
            if League.objects.filter(pk=league).exists():
                self._once("overdue", league, f"league {league} is not over in the end")
        for name, words in mail_faults(self._players, events):
            self._fault(name, words)


def _places(league: League) -> set[tuple[int, int]]:
    """The tables of the schedule."""
    return {(number, place) for number, tables in enumerate(league.rounds) for place in range(len(tables))}


def _members(league: League, round_number: int, table: int) -> tuple[int, ...]:
    """The accounts of a table's members."""
    numbers = league.rounds[round_number][table]
    return tuple(LeagueMember.objects.filter(league=league, number__in=numbers).values_list("user", flat=True))
