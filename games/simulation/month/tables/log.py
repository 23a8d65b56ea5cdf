"""The acts of members of standing tables, as a simulated month recorded them, and what they agreed to at a time.

The checks judge the site by this log and by turns and blocks alone, without its services.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q

from games.models import GameEvent, Move, Seat
from games.simulation.month.blocks import Blocks
from games.simulation.month.people import SimulatedPerson
from games.standing.services import OUT_FOR


class TableAct(StrEnum):
    JOIN = "join"
    LEAVE = "leave"
    SIT_OUT = "sit out"
    COME_BACK = "come back"
    # The owner changed what the member agreed to.
    ASKED = "asked"


@dataclass(frozen=True)
class Logged:
    at: datetime
    act: TableAct


@dataclass
class Membership:
    """A member's standing. `since`: they joined or came back."""

    since: datetime | None = None
    out_until: datetime | None = None
    asked: bool = False


class TableLog:
    def __init__(self, people: dict[int, SimulatedPerson]) -> None:
        self._people = people
        self._acts: dict[int, dict[int, list[Logged]]] = defaultdict(lambda: defaultdict(list))
        self.blocks = Blocks()

    def add(self, at: datetime, table: int, person: int, act: TableAct) -> None:
        self._acts[table][person].append(Logged(at, act))

    @property
    def tables(self) -> list[int]:
        return list(self._acts)

    def members(self, table: int, at: datetime) -> list[int]:
        """The members just before `at`."""
        return [person for person in self._acts[table] if self._standing(table, person, at).since is not None]

    def acted(self, table: int, person: int, since: datetime, until: datetime) -> bool:
        return any(since <= each.at <= until for each in self._acts[table][person])

    def willing(self, table: int, person: int, at: datetime, games: Iterable[int]) -> bool | None:
        """Whether the person agreed to play a game of the table that begins at `at`; None if it cannot be told.
        `games`: its finished games, which show whether the person vanished.
        """
        if self.acted(table, person, at, at):
            return None
        standing = self._standing(table, person, at)
        if standing.since is None or standing.asked:
            return False
        if standing.out_until is not None and standing.out_until > at:
            return False
        simulated = self._people[person]
        if simulated.away is not None and simulated.away[0] <= simulated.local(at).date() <= simulated.away[1]:
            return False
        stayed = [_stayed(game, person) for game in _ended_between(games, standing.since, at)]
        return False if False in stayed else None if None in stayed else True

    def _standing(self, table: int, person: int, at: datetime) -> Membership:
        standing = Membership()
        for each in self._acts[table][person]:
            if each.at >= at:
                break
            match each.act:
                case TableAct.JOIN | TableAct.COME_BACK:
                    standing = Membership(each.at)
                case TableAct.LEAVE:
                    standing = Membership()
                case TableAct.SIT_OUT:
                    standing.out_until = each.at + OUT_FOR
                case TableAct.ASKED:
                    standing.asked = True
        return standing


def _ended_between(games: Iterable[int], since: datetime, at: datetime) -> list[int]:
    ended = Seat.objects.filter(game__in=list(games), game__ended_at__gt=since, game__ended_at__lt=at)
    return list(ended.order_by("game").values_list("game", flat=True).distinct())


def _stayed(game: int, person: int) -> bool | None:
    """Whether the person played a game to its end; None if it cannot be told from its turns."""
    seat = Seat.objects.filter(game=game, user=person).first()
    if seat is None:
        return True
    if seat.resigned_at is not None:
        return None
    moves = Move.objects.filter(hand__game=game, seat=seat.number).order_by("version")
    turns = list(moves.values_list("version", "by"))
    absent = [version for version, by in turns if by in (Move.By.TIMEOUT, Move.By.BOT)]
    if not absent:
        return True
    back = Q(kind=GameEvent.Kind.RETURN, version__gt=absent[-1])
    if turns[-1][1] == Move.By.AUTO or GameEvent.objects.filter(back, game=game, seat=seat.number).exists():
        return None
    return turns[-1][0] != absent[-1]
