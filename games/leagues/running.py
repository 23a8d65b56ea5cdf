"""Leagues begun, their games begun in time, and closed, all without an organiser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import sweep
from games import on_commit
from games.errors import GameError, Refused
from games.leagues.errors import LeagueReason
from games.leagues.locking import LockedLeague, lock_league, lock_league_row
from games.leagues.schedule import FEWEST_PEOPLE, GAMES_A_TABLE, Table, league_rounds, seating
from games.lobby.expiry import game_start_unanswered
from games.lobby.rematch import new_game_like
from games.lobby.services import game_create_for
from games.models import Game, League, LeagueGame, LeagueMember, PersonMark
from games.people.locking import locked_people
from games.play.bot_accounts import CARETAKER
from games.play.clock.counted_days import counted_days_write
from games.play.locking import LockedGame

# All rounds have begun by then, so that the rest of the time is for playing.
BEGIN_SHARE: Final = 2 / 3


@transaction.atomic(durable=True)
def league_begin(*, public_id: str, user: User) -> League:
    """Begin a league before its sign-up ends. Raises NoSuchLeague, Refused."""
    [user] = locked_people([user])
    locked = lock_league(public_id)
    locked.admit(user)
    if locked.league.founder_id != user.pk:
        raise Refused(LeagueReason.NOT_FOUNDER)
    locked.check_signup()
    if len(_players(locked)) < FEWEST_PEOPLE:
        raise Refused(LeagueReason.TOO_FEW)
    _begin(locked)
    return locked.league


@transaction.atomic(durable=True)
def league_begin_due(*, league_id: int) -> None:
    """Begin a league whose sign-up has ended, or cancel it if too few joined. Harmless when run twice or early."""
    locked = lock_league_row(league_id)
    league = locked.league
    if league.status != League.Status.SIGNUP or league.signup_ends_at > timezone.now():
        return
    if len(_players(locked)) >= FEWEST_PEOPLE:
        _begin(locked)
        return
    league.status = League.Status.CANCELLED
    league.save(update_fields=["status"])


def _players(locked: LockedLeague) -> list[LeagueMember]:
    """The members who may play now."""
    return [member for member in locked.members if _may_play(member)]


def _may_play(member: LeagueMember) -> bool:
    return member.left_at is None and member.user.can_log_in and not member.user.is_barred


def _begin(locked: LockedLeague) -> None:
    """Number the members who may play, and fix the schedule; others were members of the sign-up only."""
    league, players = locked.league, _players(locked)
    league.members.exclude(pk__in=[member.pk for member in players]).delete()
    for number, member in enumerate(players):
        member.number = number
        member.save(update_fields=["number"])
    league.rounds = league_rounds(len(players), league.seats_count)
    league.status, league.begun_at = League.Status.RUNNING, timezone.now()
    league.save(update_fields=["rounds", "status", "begun_at"])


def round_begins_by(league: League, number: int) -> datetime:
    """When the round begins at the latest. The league has begun."""
    assert league.begun_at is not None
    span = (league.ends_at - league.begun_at) * BEGIN_SHARE
    return league.begun_at + span * number / len(league.rounds)


@dataclass(frozen=True, slots=True)
class DueTable:
    """A table whose games are to begin: its place in the schedule, and the members' numbers."""

    round: int
    table: int
    numbers: Table


def tables_due(league: League, members: Sequence[LeagueMember], busy: set[int], at: datetime) -> Iterator[DueTable]:
    """The tables whose games are to begin, in order: those whose players have all finished their games, and those whose
    round begins by now. `busy`: numbers of members with unfinished games, to which those of the yielded tables are
    added. Two queries.
    """
    begun = set(LeagueGame.objects.filter(league=league).values_list("round", "table").distinct())
    here = {member.number for member in members if member.number is not None and _may_play(member)}
    for number, tables in enumerate(league.rounds):
        for place, numbers in enumerate(tables):
            players = here & set(numbers)
            if (number, place) in begun or not players:
                continue
            if players & busy and round_begins_by(league, number) > at:
                continue
            busy |= players
            yield DueTable(number, place, tuple(numbers))


def busy_members(league: League, members: Sequence[LeagueMember]) -> set[int]:
    """The numbers of members who have an unfinished game. One query."""
    unfinished = league.games.filter(game__ended_at__isnull=True)
    users = set(unfinished.values_list("game__seats__user", flat=True))
    return {member.number for member in members if member.user_id in users and member.number is not None}


@transaction.atomic(durable=True)
def table_begin(*, league_id: int, due: DueTable) -> list[Game]:
    """Begin the games of a table, unless they have begun or nobody is left there. A stand-in bot sits for members who
    left, whose account is closed or barred, or who blocked another member of the table. Raises NoSuchLeague, Refused.
    """
    members = LeagueMember.objects.filter(league=league_id, number__in=due.numbers)
    accounts = User.objects.filter(pk__in=list(members.values_list("user", flat=True)))
    people = {user.pk: user for user in accounts.select_for_update(no_key=True).order_by("pk")}
    locked = lock_league_row(league_id)
    league = locked.league
    known = league.games.filter(round=due.round, table=due.table).exists()
    if known or league.status != League.Status.RUNNING:
        return []
    by_number = {member.number: member for member in locked.members}
    here = [by_number[number].user_id for number in due.numbers if _may_play(by_number[number])]
    players = [people[user] for user in here if user not in _kept_out(here)]
    return [_game_begin(league, due, game, seating(players, game)) for game in range(GAMES_A_TABLE) if players]


def _kept_out(users: Sequence[int]) -> set[int]:
    """The people who sit out, so that no one is seated with a person they blocked. One query."""
    out: set[int] = set()
    blocks = PersonMark.objects.filter(kind=PersonMark.Kind.BLOCK, user__in=users, other__in=users)
    for blocker, other in blocks.order_by("pk").values_list("user", "other"):
        if not {blocker, other} & out:
            out.add(blocker)
    return out


def _game_begin(league: League, due: DueTable, number: int, players: Sequence[User]) -> Game:
    """Begin a game. It asks for no random data: it starts immediately, and nobody can leave it before."""
    bots = [CARETAKER] * (len(due.numbers) - len(players))
    new = new_game_like(league, seats=len(due.numbers))
    game = game_create_for(players, replace(new, name=league.name, bots=bots, rated=new.rated and not bots))
    LeagueGame.objects.create(game=game, league=league, round=due.round, table=due.table, game_number=number)
    game.ends_by = league.ends_at
    game.save(update_fields=["ends_by"])
    for player in players:
        counted_days_write(player)
        on_commit.person_event(player.pk, {"type": "invitation", "game": game.public_id})
    game_start_unanswered(LockedGame(game))
    return game


@transaction.atomic(durable=True)
def league_close(*, league_id: int) -> bool:
    """Mark a league as over once all its games are. Returns whether it just ended."""
    locked = lock_league_row(league_id)
    league = locked.league
    if league.status != League.Status.RUNNING or busy_members(league, locked.members):
        return False
    if any(tables_due(league, locked.members, set(), league.ends_at)):
        return False
    league.status = League.Status.OVER
    league.save(update_fields=["status"])
    return True


def league_attend(*, league_id: int) -> int:
    """Do all that is due in a league; return the number of games begun. Harmless when run twice or early."""
    league_begin_due(league_id=league_id)
    league = League.objects.filter(pk=league_id, status=League.Status.RUNNING).first()
    if league is None:
        return 0
    members = list(league.members.select_related("user"))
    due = list(tables_due(league, members, busy_members(league, members), timezone.now()))
    begun = sum(len(table_begin(league_id=league_id, due=each)) for each in due)
    if not due:
        league_close(league_id=league_id)
    return begun


@sweep(every=timedelta(minutes=1))
def leagues_sweep() -> int:
    """Attend to all leagues that are under way."""
    begun = 0
    under_way = League.objects.filter(status__in=(League.Status.SIGNUP, League.Status.RUNNING)).order_by("pk")
    for league_id in list(under_way.values_list("pk", flat=True)):
        try:
            begun += league_attend(league_id=league_id)
        except GameError:
            continue
    return begun
