"""Leagues fetched and locked. Order of locks: accounts by id, standing tables by id, leagues by id, then games."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from games.errors import Refused
from games.leagues.errors import LeagueReason, NoSuchLeague
from games.models import League, LeagueMember


@dataclass(frozen=True, slots=True)
class LockedLeague:
    """A league, locked until the transaction ends. `members`: longest first, with accounts."""

    league: League
    members: list[LeagueMember]

    def member_of(self, user: User) -> LeagueMember | None:
        return next((member for member in self.members if member.user_id == user.pk), None)

    def admit(self, user: User) -> LeagueMember:
        """The person's membership. Raises NoSuchLeague if they are no member."""
        member = self.member_of(user)
        if member is None:
            raise NoSuchLeague(self.league.public_id)
        return member

    def check_signup(self) -> None:
        """Raises Refused if sign-up is over."""
        if self.league.status != League.Status.SIGNUP:
            raise Refused(LeagueReason.STARTED)


def lock_league(public_id: str) -> LockedLeague:
    """Lock a league; two queries. Raises NoSuchLeague."""
    return _locked(League.objects.filter(public_id=public_id))


def lock_league_by(token: str) -> LockedLeague:
    """Lock the league of an invitation link. Raises NoSuchLeague."""
    return _locked(League.objects.filter(invite_token=token))


def lock_league_row(pk: int) -> LockedLeague:
    """Lock a league by its id. Raises NoSuchLeague."""
    return _locked(League.objects.filter(pk=pk))


def lock_leagues_of(user: User) -> list[LockedLeague]:
    """Lock the leagues of which the person is a member, by id."""
    own = LeagueMember.objects.filter(user=user).order_by("league")
    return [lock_league_row(pk) for pk in list(own.values_list("league", flat=True))]


def _locked(leagues: QuerySet[League]) -> LockedLeague:
    league = leagues.select_for_update(of=("self",)).first()
    if league is None:
        raise NoSuchLeague
    return LockedLeague(league, list(league.members.select_related("user").order_by("joined_at", "pk")))
