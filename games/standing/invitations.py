"""Invitations to standing tables by name. Nobody becomes a member without joining."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from games import on_commit
from games.errors import Refused
from games.lobby.errors import InvitationReason, LobbyReason
from games.lobby.invitations import invitation_count
from games.models import StandingInvitation, StandingMember, StandingTable
from games.models.groups.standing import MAX_MEMBERS
from games.outbox.decisions import table_notice_write
from games.people.block_selectors import are_blocked
from games.people.errors import PersonReason
from games.people.locking import check_person, locked_people
from games.standing.errors import NoSuchTable, StandingReason
from games.standing.locking import LockedTable, lock_table
from games.standing.services import is_kept_out

MAX_INVITATIONS: Final = 20


@transaction.atomic(durable=True)
def member_invite(*, public_id: str, user: User, handle: str) -> StandingInvitation:
    """Invite a person to a table of which the user is a member, even after they declined or left. Raises NoSuchTable,
    Refused.
    """
    invited = person_called(handle)
    [user] = locked_people([user])
    check_person(user)
    if user.is_barred:
        raise Refused(LobbyReason.BARRED)
    locked = lock_table(public_id)
    locked.admit(user)
    _check_may_invite(locked, user, invited)
    at = timezone.now()
    invitation_count(user, invited, at)
    again = {"invited_by": user, "created_at": at, "declined_at": None, "barred_at": None}
    invitation, _created = StandingInvitation.objects.update_or_create(table=locked.table, user=invited, defaults=again)
    table_notice_write(invitation, at)
    on_commit.person_event(invited.pk, {"type": "invitation", "game": ""})
    return invitation


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table to which a person can be invited. `waits`: an invitation waits for their answer."""

    table: StandingTable
    members: int
    waits: bool


def tables_open_to(user: User, invited: User) -> list[OpenTable]:
    """The user's tables with a free place, oldest first, without those of the invited person. One query."""
    members = StandingMember.objects.filter(table=OuterRef("pk"))
    waiting = StandingInvitation.objects.filter(
        table=OuterRef("pk"), user=invited, declined_at__isnull=True, barred_at__isnull=True
    )
    mine = StandingTable.objects.filter(Exists(members.filter(user=user)), ~Exists(members.filter(user=invited)))
    shown = mine.annotate(size=Count("members"), waits=Exists(waiting)).filter(size__lt=MAX_MEMBERS).order_by("pk")
    return [OpenTable(table, getattr(table, "size", 0), getattr(table, "waits", False)) for table in shown]


def person_called(handle: str) -> User:
    """The open account with this username. Raises Refused."""
    found = User.objects.filter(handle__iexact=handle, is_active=True, erased_at__isnull=True).first()
    if found is None:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    return found


def _check_may_invite(locked: LockedTable, user: User, invited: User) -> None:
    """Check the person and the table. Blocks, bans and removals give the same refusal, so that they stay secret."""
    table, invitations = locked.table, locked.table.invitations.all()
    if locked.member_of(invited) is not None:
        raise Refused(StandingReason.MEMBER_ALREADY)
    if invited.is_any_bot or invited.is_barred or are_blocked(user, invited) or is_kept_out(table, invited):
        raise Refused(InvitationReason.CANNOT_INVITE)
    if table.owner_id != user.pk and invitations.filter(user=invited, barred_at__isnull=False).exists():
        raise Refused(InvitationReason.CANNOT_INVITE)
    if len(locked.members) >= MAX_MEMBERS:
        raise Refused(StandingReason.FULL)
    waiting = invitations.filter(declined_at__isnull=True, barred_at__isnull=True).exclude(user=invited)
    if waiting.count() >= MAX_INVITATIONS:
        raise Refused(StandingReason.TOO_MANY_INVITED)


@transaction.atomic(durable=True)
def invitation_decline(*, public_id: str, user: User) -> None:
    """Decline an invitation. Its sender does not hear of it. Raises NoSuchTable."""
    open_ones = StandingInvitation.objects.filter(
        table__public_id=public_id, user=user, declined_at__isnull=True, barred_at__isnull=True
    )
    if not open_ones.update(declined_at=timezone.now()):
        raise NoSuchTable(public_id)
