"""Leagues as one member sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from accounts.models import User
from games.leagues.errors import NoSuchLeague
from games.leagues.running import round_begins_by
from games.leagues.schedule import FEWEST_PEOPLE
from games.leagues.standings import LeagueTally, finishes_of, standings
from games.lobby.selectors import seats_fetch
from games.models import Game, League, LeagueMember, Seat
from games.people.block_selectors import block_between
from games.play.selectors import seat_names


@dataclass(frozen=True, slots=True)
class StandingsRow:
    user: User
    tally: LeagueTally


@dataclass(frozen=True, slots=True)
class LeagueGameRow:
    """A game that has begun. `names`: its players; `mine`: the viewer has a seat, so that they may see it; `my_turn`:
    it waits for them.
    """

    game: Game
    names: tuple[str, ...]
    mine: bool
    my_turn: bool


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """A table of the schedule, with the names of its members and the games that have begun."""

    names: tuple[str, ...]
    mine: bool
    games: list[LeagueGameRow]


@dataclass(frozen=True, slots=True)
class LeagueRound:
    """A round. `number`: from 1; `begins_by`: when all of its games have begun, at the latest."""

    number: int
    begins_by: datetime
    tables: list[LeagueTable]

    @property
    def over(self) -> bool:
        """Whether all of its games have begun and ended."""
        return all(table.games and all(row.game.ended_at for row in table.games) for table in self.tables)


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A league. `me`: the viewer's membership; `mine`: their running games; `ahead`: the next round in which they have
    a table without games, with that table alone, or None.
    """

    league: League
    me: LeagueMember
    members: list[LeagueMember]
    standings: list[StandingsRow]
    rounds: list[LeagueRound]
    mine: list[LeagueGameRow]
    ahead: LeagueRound | None

    @property
    def may_begin(self) -> bool:
        """Whether the viewer may begin the league before its sign-up ends."""
        return self.is_open and self.league.founder_id == self.me.user_id and len(self.members) >= FEWEST_PEOPLE

    @property
    def is_open(self) -> bool:
        return self.league.status == League.Status.SIGNUP

    @property
    def may_leave(self) -> bool:
        return self.me.left_at is None and self.league.status in (League.Status.SIGNUP, League.Status.RUNNING)


def own_leagues(user: User) -> QuerySet[League]:
    """The person's leagues, newest first. One query."""
    own = League.objects.filter(pk__in=LeagueMember.objects.filter(user=user).values("league"))
    return own.annotate(size=Count("members")).order_by("-pk")


def invited_league(token: str) -> League:
    """The league of a link, with its founder. Raises NoSuchLeague."""
    league = League.objects.select_related("founder").filter(invite_token=token).first()
    if league is None:
        raise NoSuchLeague("of this invitation")
    return league


def invited_members(league: League, viewer: User | None) -> list[LeagueMember]:
    """The members that a link shows: none with a block between them and the viewer. One query."""
    members = league.members.select_related("user").order_by("joined_at", "pk")
    return list(members if viewer is None else members.exclude(block_between(viewer, "user")))


def league_page(public_id: str, user: User) -> LeaguePage:
    """The page of a league; five queries at most. Raises NoSuchLeague if the person is no member."""
    league = League.objects.select_related("table").filter(public_id=public_id, members__user=user).first()
    if league is None:
        raise NoSuchLeague(public_id)
    members = list(league.members.select_related("user").order_by("joined_at", "pk"))
    me = next(member for member in members if member.user_id == user.pk)
    rounds = _rounds(league, members, me) if league.rounds else []
    tallies = standings(finishes_of(league, members), members) if league.rounds else []
    accounts = {member.user_id: member.user for member in members}
    started = [row for each in rounds for table in each.tables for row in table.games]
    return LeaguePage(
        league=league,
        me=me,
        members=members,
        standings=[StandingsRow(accounts[tally.who], tally) for tally in tallies],
        rounds=rounds,
        mine=[row for row in started if row.mine and row.game.ended_at is None],
        ahead=_ahead(rounds) if me.left_at is None else None,
    )


def _rounds(league: League, members: Sequence[LeagueMember], me: LeagueMember) -> list[LeagueRound]:
    names = {member.number: member.user.name for member in members}
    games = _games(league, me.user_id)
    return [
        LeagueRound(
            number + 1,
            round_begins_by(league, number),
            [
                LeagueTable(tuple(names[one] for one in table), me.number in table, games.get((number, place), []))
                for place, table in enumerate(tables)
            ],
        )
        for number, tables in enumerate(league.rounds)
    ]


def _games(league: League, viewer: int) -> Mapping[tuple[int, int], list[LeagueGameRow]]:
    """The games that have begun, by round and table, with seats. Two queries."""
    games = list(Game.objects.filter(in_league__league=league).select_related("in_league"))
    games.sort(key=lambda game: game.in_league.game_number)
    seats_fetch(games)
    found: dict[tuple[int, int], list[LeagueGameRow]] = {}
    for game in games:
        place = game.in_league
        found.setdefault((place.round, place.table), []).append(_game_row(game, list(game.seats.all()), viewer))
    return found


def _game_row(game: Game, seats: Sequence[Seat], viewer: int) -> LeagueGameRow:
    mine = next((seat for seat in seats if seat.user_id == viewer), None)
    my_turn = mine is not None and game.to_act == mine.number and mine.held_by_id == viewer
    return LeagueGameRow(
        game, tuple(seat_names(seats)), mine is not None, my_turn and game.status == Game.Status.RUNNING
    )


def _ahead(rounds: Sequence[LeagueRound]) -> LeagueRound | None:
    for each in rounds:
        for table in each.tables:
            if table.mine and not table.games:
                return LeagueRound(each.number, each.begins_by, [table])
    return None
