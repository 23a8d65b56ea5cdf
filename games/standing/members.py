"""Members of standing tables, and which of them are in."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum

from django.db.models import Exists, F, OuterRef, QuerySet

from games.models import Game, Seat, StandingMember, StandingTable
from games.people.friend_selectors import shown_online
from games.play.clock.absence_selectors import away_until
from games.standing.seating import SeatClaim


class Out(StrEnum):
    """Why a member sits out."""

    NO = ""
    CHOSE = "chose"
    AWAY = "away"
    VANISHED = "vanished"
    BARRED = "barred"


def members_of(table: StandingTable) -> QuerySet[StandingMember]:
    """The members, longest first, with accounts. `vanished`: a stand-in bot finished a game for them since they were
    in; `online`: they are at a table.
    """
    lost = Seat.objects.filter(
        user=OuterRef("user"),
        game__standing__table=OuterRef("table"),
        game__status=Game.Status.FINISHED,
        game__ended_at__gt=OuterRef("in_since"),
    ).exclude(held_by=F("user"))
    members = StandingMember.objects.filter(table=table).select_related("user")
    return members.annotate(vanished=Exists(lost), online=shown_online("user")).order_by("joined_at", "pk")


def reasons_out(members: Iterable[StandingMember], at: datetime) -> dict[int, Out]:
    """Why each member sits out, by account. One query."""
    listed = list(members)
    away = away_until(member.user for member in listed)
    return {member.user_id: _reason(member, away, at) for member in listed}


def _reason(member: StandingMember, away: dict[int, date], at: datetime) -> Out:
    if member.user.is_barred or not member.user.can_log_in:
        return Out.BARRED
    if member.out_until is not None and member.out_until > at:
        return Out.CHOSE
    if getattr(member, "vanished", False):
        return Out.VANISHED
    return Out.AWAY if member.user_id in away else Out.NO


def candidate(member: StandingMember, at: datetime) -> SeatClaim:
    """The member's claim to a seat. Time that they chose to be out counts as sitting out."""
    ends = [member.joined_at, member.in_since, member.sat_out_at, member.out_until]
    return SeatClaim(member.user_id, max(end for end in ends if end is not None and end <= at))
