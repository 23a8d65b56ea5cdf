"""Leagues: founded, joined and left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.visible_text import text_written
from games.clocks import Pace
from games.errors import Refused
from games.leagues.errors import LeagueReason
from games.leagues.locking import LockedLeague, lock_league, lock_league_by, lock_leagues_of
from games.leagues.schedule import MOST_PEOPLE
from games.lobby.errors import LobbyReason
from games.lobby.services import NewGame, setup_columns
from games.models import League, LeagueMember, StandingTable
from games.people.block_selectors import blocked_pairs
from games.people.locking import check_person, locked_people
from games.standing.locking import lock_table

MAX_LEAGUES: Final = 10
# Of a sign-up, and of the games.
SIGNUP_DAYS: Final = (1, 3, 7, 14)
WEEKS: Final = (1, 2, 4, 6, 8, 12)
AWAY_DAYS: Final = (0, 3, 5, 7, 10, 14)
# A game waits at most so long for a turn, so that each ends well before the league does.
PACES: Final = (Pace.H8, Pace.D1, Pace.D2, Pace.D3)


@dataclass(frozen=True, slots=True)
class Terms:
    """What people agree to when they join, next to the options of the games: days until sign-up ends, weeks from then
    to the end, and days off that stop clocks.
    """

    signup_days: int = 7
    weeks: int = 4
    away_days: int = 5


@transaction.atomic(durable=True)
def league_create(*, founder: User, new: NewGame, terms: Terms, table_id: str = "", token: str = "") -> League:
    """Create a league with its founder as the only member, or return the one that `token` created. `table_id`: of the
    standing table whose members see it. Raises NoSuchTable, Refused.
    """
    [founder] = locked_people([founder])
    check_person(founder)
    earlier = League.objects.filter(creation_token=token).first() if token else None
    if earlier is not None:
        return earlier
    _check_may_join(founder)
    if new.pace not in PACES or terms not in _TERMS:
        raise Refused(LeagueReason.BAD_OPTIONS)
    at = timezone.now()
    signup_ends_at = at + timedelta(days=terms.signup_days)
    league = League.objects.create(
        # The deck is for games of two, however many may play.
        **setup_columns(new) | {"two_player_deck": new.two_player_deck},
        name=text_written(new.name),
        founder=founder,
        table=_table(table_id, founder),
        creation_token=token,
        away_days=terms.away_days,
        created_at=at,
        signup_ends_at=signup_ends_at,
        ends_at=signup_ends_at + timedelta(weeks=terms.weeks),
    )
    LeagueMember.objects.create(league=league, user=founder, joined_at=at)
    return league


_TERMS: Final = frozenset(Terms(days, weeks, away) for days in SIGNUP_DAYS for weeks in WEEKS for away in AWAY_DAYS)


def _table(table_id: str, founder: User) -> StandingTable | None:
    if not table_id:
        return None
    locked = lock_table(table_id)
    locked.admit(founder)
    return locked.table


@transaction.atomic(durable=True)
def league_join(*, token: str, user: User) -> League:
    """Join by the link; one who is a member already stays so. Raises NoSuchLeague, Refused."""
    [user] = locked_people([user])
    check_person(user)
    locked = lock_league_by(token)
    if locked.member_of(user) is not None:
        return locked.league
    locked.check_signup()
    _check_may_join(user)
    if len(locked.members) >= MOST_PEOPLE:
        raise Refused(LeagueReason.FULL)
    if kept_apart(locked.members, user):
        raise Refused(LeagueReason.KEPT_APART)
    LeagueMember.objects.create(league=locked.league, user=user, joined_at=timezone.now())
    return locked.league


def kept_apart(members: list[LeagueMember], user: User) -> bool:
    """Whether the person and a member have a block: all meet in a league. One query."""
    return any(user.pk in pair for pair in blocked_pairs([user.pk, *(member.user_id for member in members)]))


def _check_may_join(user: User) -> None:
    if user.is_barred:
        raise Refused(LobbyReason.BARRED)
    under_way = Q(league__status__in=(League.Status.SIGNUP, League.Status.RUNNING), left_at__isnull=True)
    if LeagueMember.objects.filter(under_way, user=user).count() >= MAX_LEAGUES:
        raise Refused(LeagueReason.TOO_MANY)


@transaction.atomic(durable=True)
def league_leave(*, public_id: str, user: User) -> None:
    """Leave a league. Running games go on; a stand-in bot sits in those that begin later. Raises NoSuchLeague, Refused
    once it is over.
    """
    [user] = locked_people([user])
    locked = lock_league(public_id)
    locked.admit(user)
    if locked.league.status not in (League.Status.SIGNUP, League.Status.RUNNING):
        raise Refused(LeagueReason.NOT_RUNNING)
    _member_drop(locked, user)


def _member_drop(locked: LockedLeague, user: User) -> None:
    """End a membership. A sign-up goes with its last member, and its next founder is the longest one. The username
    leaves the league's name.
    """
    league = locked.league
    if user.handle.lower() in league.name.lower():
        league.name = ""
    if league.status == League.Status.SIGNUP:
        rest = [member for member in locked.members if member.user_id != user.pk]
        if not rest:
            league.delete()
            return
        LeagueMember.objects.filter(league=league, user=user).delete()
        if league.founder_id == user.pk:
            league.founder = rest[0].user
    elif league.status == League.Status.RUNNING:
        LeagueMember.objects.filter(league=league, user=user, left_at=None).update(left_at=timezone.now())
    league.save(update_fields=["name", "founder"])


def leagues_leave(user: User) -> None:
    """Leave all leagues, in the transaction that closes the account, which is locked, before it locks games."""
    for locked in lock_leagues_of(user):
        _member_drop(locked, user)


def leagues_move(*, first: User, second: User) -> None:
    """Give the memberships of `second` to `first`, who leaves one of two in the same league. Runs in the merging
    transaction, with both accounts locked, before it locks games.
    """
    for locked in lock_leagues_of(second):
        league = locked.league
        if locked.member_of(first) is not None:
            _member_drop(locked, second)
        else:
            LeagueMember.objects.filter(league=league, user=second).update(user=first)
        if league.pk is not None and league.founder_id == second.pk:
            league.founder = first
            league.save(update_fields=["founder"])
