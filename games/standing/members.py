"""Members of standing tables, and which of them are in."""

from __future__ import annotations

from collections.abc import Collection, Container
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from games.clocks.paces import Pace
from games.lobby.limits import may_begin
from games.lobby.standing_rows import VANISHED
from games.models import Preferences, StandingMember, StandingTable
from games.people.block_selectors import blocked_pairs
from games.people.friend_selectors import ONLINE_FOR, shown_online
from games.play.clock.absence_selectors import away_until
from games.standing.seating import SeatClaim, players_due

FEWEST: Final = 2


class Out(StrEnum):
    """Why a member sits out."""

    NO = ""
    CHOSE = "chose"
    CHANGED = "changed"
    LEFT = "left"
    AWAY = "away"
    VANISHED = "vanished"
    BARRED = "barred"
    LIMITS = "limits"
    ABSENT = "absent"

    @property
    def ends_with_word(self) -> bool:
        """Whether the member is in again once they say so."""
        return self in {Out.CHOSE, Out.CHANGED, Out.LEFT, Out.VANISHED}


def members_of(table: StandingTable) -> QuerySet[StandingMember]:
    """The members, longest first, with accounts. `vanished`: see VANISHED; `online`: at a table, and shows it;
    `shows_hours`: lets the others see when they usually play.
    """
    members = StandingMember.objects.filter(table=table).select_related("user")
    hours = Exists(Preferences.objects.filter(user=OuterRef("user"), show_hours=True, kid_mode=False))
    rows = members.annotate(vanished=VANISHED, online=shown_online("user"), shows_hours=hours)
    return rows.order_by("joined_at", "pk")


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players of a game that begins now. `out`: why each member sits out, by account; `apart`: pairs of members
    with a block; `due`: accounts, [] if they are too few.
    """

    out: dict[int, Out]
    apart: set[frozenset[int]]
    candidates: list[SeatClaim]
    due: list[int]


def line_up(table: StandingTable, members: Collection[StandingMember], at: datetime) -> Lineup:
    """Choose the players of a game that begins now; the page and the button agree by it. Three queries."""
    away = away_until(member.user for member in members)
    able = may_begin([member.user for member in members])
    live = Pace(table.pace).is_live
    out = {member.user_id: _reason(member, at, away, able, live=live) for member in members}
    candidates = [_claim(member, at) for member in members if out[member.user_id] is Out.NO]
    apart = blocked_pairs([member.user_id for member in members])
    due = players_due(candidates, apart, table.seats_count)
    return Lineup(out, apart, candidates, due if len(due) >= FEWEST else [])


def _reason(member: StandingMember, at: datetime, away: Container[int], able: Container[int], *, live: bool) -> Out:
    if member.user.is_barred or not member.user.can_log_in:
        return Out.BARRED
    if member.out_until is not None and member.out_until > at:
        return Out.CHOSE
    if member.unasked:
        return Out(member.unasked)
    if getattr(member, "vanished", False):
        return Out.VANISHED
    if member.user_id in away:
        return Out.AWAY
    if member.user_id not in able:
        return Out.LIMITS
    return Out.ABSENT if live and not _is_present(member, at) else Out.NO


def _is_present(member: StandingMember, at: datetime) -> bool:
    """Whether the member is at a table and shows it, or opened the page of this one."""
    looked = member.looked_at
    return getattr(member, "online", False) or (looked is not None and looked > at - ONLINE_FOR)


def _claim(member: StandingMember, at: datetime) -> SeatClaim:
    """The member's claim to a seat. Time that they chose to be out counts as sitting out."""
    ends = [member.joined_at, member.in_since, member.sat_out_at, member.out_until]
    return SeatClaim(member.user_id, max(end for end in ends if end is not None and end <= at))
