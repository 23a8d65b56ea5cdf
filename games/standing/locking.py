"""Standing tables fetched and locked. Order of locks: accounts by id, then standing tables by id, then games."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from games.errors import Refused
from games.models import StandingMember, StandingTable
from games.standing.errors import NoSuchTable, StandingReason


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A standing table, locked until the transaction ends. `members`: longest first, with accounts."""

    table: StandingTable
    members: list[StandingMember]

    def member_of(self, user: User) -> StandingMember | None:
        return next((member for member in self.members if member.user_id == user.pk), None)

    def admit(self, user: User) -> StandingMember:
        """The person's membership. Raises NoSuchTable if they are no member."""
        member = self.member_of(user)
        if member is None:
            raise NoSuchTable(self.table.public_id)
        return member

    def check_owner(self, user: User) -> None:
        """Raises NoSuchTable if the person is no member, Refused if they do not own the table."""
        self.admit(user)
        if self.table.owner_id != user.pk:
            raise Refused(StandingReason.NOT_OWNER)


def lock_table(public_id: str) -> LockedTable:
    """Lock a table; two queries. Raises NoSuchTable."""
    return _locked(StandingTable.objects.filter(public_id=public_id))


def lock_table_by(token: str) -> LockedTable:
    """Lock the table of an invitation link. Raises NoSuchTable."""
    return _locked(StandingTable.objects.filter(invite_token=token))


def lock_tables_of(user: User) -> list[LockedTable]:
    """Lock the tables of which the person is a member, by id."""
    own = StandingMember.objects.filter(user=user).order_by("table")
    return [_locked(StandingTable.objects.filter(pk=pk)) for pk in list(own.values_list("table", flat=True))]


def _locked(tables: QuerySet[StandingTable]) -> LockedTable:
    table = tables.select_for_update(of=("self",)).first()
    if table is None:
        raise NoSuchTable
    return LockedTable(table, list(table.members.select_related("user").order_by("joined_at", "pk")))
