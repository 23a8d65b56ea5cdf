"""The results of a league's members, computed from the records of its games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.history.record import RecordJson, ended_records
from games.models import Game, GameEvent, League, LeagueMember, Seat
from games.simulation.month.group_games import record_points


@dataclass(frozen=True, order=True)
class LeagueResult:
    """A member's results in all games. `points`: two for each player behind them, one for each level with them."""

    person: int
    left: bool = False
    games: int = 0
    points: int = 0
    wins: int = 0
    card_points: int = 0

    @property
    def rank(self) -> tuple[bool, int, int, float]:
        return self.left, -self.points, -self.wins, self.card_points / max(self.games, 1)


@dataclass(frozen=True)
class Finish:
    """A seat's finish. `person`: None for a bot's seat."""

    person: int | None
    points: int
    wins: bool
    card_points: int


class LeagueResults:
    """Remembers the finishes of games, which do not change."""

    def __init__(self) -> None:
        self._finishes: dict[int, Sequence[Finish]] = {}
        self._counted: dict[int, int] = {}

    def of(self, league: League) -> list[LeagueResult] | None:
        """The members' results; None if no game ended since the last call."""
        games = list(Game.objects.filter(in_league__league=league, status=Game.Status.FINISHED))
        if self._counted.get(league.pk) == len(games):
            return None
        self._counted[league.pk] = len(games)
        self._read([game for game in games if game.pk not in self._finishes])
        members = dict(LeagueMember.objects.filter(league=league).values_list("user", "left_at"))
        found = [finish for game in games for finish in self._finishes[game.pk]]
        return [_result(person, left_at is not None, found) for person, left_at in members.items()]

    def _read(self, games: Sequence[Game]) -> None:
        seats: dict[int, dict[int, int]] = {game.pk: {} for game in games}
        people = Seat.objects.filter(game__in=seats, kind=Seat.Kind.PERSON)
        for game, number, user in people.values_list("game", "number", "user"):
            seats[game][number] = user
        for key, record in ended_records(games).items():
            self._finishes[key] = _finishes(record, seats[key])


def _finishes(record: RecordJson, people: dict[int, int]) -> list[Finish]:
    gave_up = {event["seat"] for event in record["events"] if event["kind"] == GameEvent.Kind.RESIGN}
    points = record_points(record)
    # Players who resigned are last, and level with each other.
    worth = [(1, 0) if seat in gave_up else (0, had) for seat, had in enumerate(points)]
    finishes = []
    for seat, mine in enumerate(worth):
        others = worth[:seat] + worth[seat + 1 :]
        scored = sum(2 if mine < other else 1 if mine == other else 0 for other in others)
        finishes.append(Finish(people.get(seat), scored, mine == min(worth), points[seat]))
    return finishes


def _result(person: int, left: bool, finishes: Iterable[Finish]) -> LeagueResult:  # noqa: FBT001 # a field's value
    mine = [finish for finish in finishes if finish.person == person]
    return LeagueResult(
        person,
        left,
        len(mine),
        sum(finish.points for finish in mine),
        sum(finish.wins for finish in mine),
        sum(finish.card_points for finish in mine),
    )
