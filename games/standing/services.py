"""Standing tables: created, joined, left and changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.visible_text import text_written
from games.errors import Refused
from games.lobby.errors import LobbyReason
from games.lobby.services import NewGame, setup_columns
from games.models import PersonMark, Preferences, StandingInvitation, StandingMember, StandingTable
from games.models.game import new_invite_token
from games.models.groups.standing import MAX_MEMBERS
from games.people.errors import PersonReason
from games.people.guests import guest_open
from games.people.locking import check_person, locked_people, locked_preferences
from games.standing.changes import change_note, table_options
from games.standing.errors import StandingReason
from games.standing.locking import LockedTable, lock_table, lock_table_by, lock_tables_of

MAX_TABLES: Final = 20
# "Not this week".
OUT_FOR: Final = timedelta(days=7)


@transaction.atomic(durable=True)
def table_create(*, owner: User, new: NewGame, goes_on: bool = False, token: str = "") -> StandingTable:
    """Create a table with its owner as the only member, or return the one that `token` created. Raises Refused."""
    [owner] = locked_people([owner])
    check_person(owner)
    earlier = StandingTable.objects.filter(creation_token=token).first() if token else None
    if earlier is not None:
        return earlier
    return table_create_for(owner, new, goes_on=goes_on, token=token)


def table_create_for(owner: User, new: NewGame, *, goes_on: bool = False, token: str = "") -> StandingTable:
    """Create a table for a locked person. Raises Refused."""
    _check_may_join(owner)
    at = timezone.now()
    table = StandingTable.objects.create(
        **_columns(new, goes_on=goes_on), owner=owner, creation_token=token, created_at=at
    )
    StandingMember.objects.create(table=table, user=owner, joined_at=at, in_since=at)
    return table


def _columns(new: NewGame, *, goes_on: bool) -> dict[str, Any]:
    # The deck is for games of two, however many may play.
    columns = setup_columns(new) | {"two_player_deck": new.two_player_deck}
    return columns | {"name": text_written(new.name), "goes_on": goes_on}


@transaction.atomic(durable=True)
def table_change(*, public_id: str, user: User, new: NewGame, goes_on: bool) -> StandingTable:
    """Change the name and the options of the next games, and tell the members. They agreed to a pace and to rating: if
    either changes, all but the owner sit out until they say that they are in. Raises NoSuchTable, Refused.
    """
    [user] = locked_people([user])
    locked = lock_table(public_id)
    locked.check_owner(user)
    table = locked.table
    before = table_options(table)
    for column, value in _columns(new, goes_on=goes_on).items():
        setattr(table, column, value)
    table.save()
    if (table.pace, table.rated) != (before["pace"], before["rated"]):
        table.members.exclude(user=user).update(unasked=StandingMember.Unasked.CHANGED)
    change_note(table, user, before, timezone.now())
    return table


@transaction.atomic(durable=True)
def table_join(*, token: str, user: User) -> StandingTable:
    """Join by the link. Raises NoSuchTable, Refused."""
    [user] = locked_people([user])
    locked = lock_table_by(token)
    member_add(locked, user)
    return locked.table


@transaction.atomic(durable=True)
def table_join_as_guest(*, token: str, handle: str, time_zone: str, language: str) -> StandingMember:
    """Make a guest who joins by the link. Raises NoSuchTable, Refused."""
    guest = guest_open(handle=handle, time_zone=time_zone, language=language)
    return member_add(lock_table_by(token), guest)


def member_add(locked: LockedTable, user: User) -> StandingMember:
    """Add a locked person to a table; one who is a member already stays so. Raises Refused, for bots from outside too:
    a rated game of the table could not begin.
    """
    known = locked.member_of(user)
    if known is not None:
        return known
    if user.is_outside_bot:
        raise Refused(PersonReason.OUTSIDE_BOT)
    _check_may_join(user)
    if len(locked.members) >= MAX_MEMBERS:
        raise Refused(StandingReason.FULL)
    if is_kept_out(locked.table, user):
        raise Refused(StandingReason.KEPT_APART)
    at = timezone.now()
    locked.table.invitations.filter(user=user).delete()
    return StandingMember.objects.create(table=locked.table, user=user, joined_at=at, in_since=at)


def is_kept_out(table: StandingTable, user: User) -> bool:
    """Whether the owner blocked the person. Blocks between members keep them from the same games only. One query."""
    return PersonMark.objects.filter(user=table.owner_id, other=user, kind=PersonMark.Kind.BLOCK).exists()


def _check_may_join(user: User) -> None:
    if user.is_barred:
        raise Refused(LobbyReason.BARRED)
    if StandingMember.objects.filter(user=user).count() >= MAX_TABLES:
        raise Refused(StandingReason.TOO_MANY_TABLES)


@transaction.atomic(durable=True)
def table_leave(*, public_id: str, user: User) -> None:
    """Leave a table; its running game goes on. Raises NoSuchTable."""
    [user] = locked_people([user])
    locked = lock_table(public_id)
    locked.admit(user)
    _member_drop(locked, user)


@transaction.atomic(durable=True)
def member_remove(*, public_id: str, user: User, member_id: int) -> StandingTable:
    """Remove another member. The link changes, players of the table's games need it from now on, and only the owner can
    invite the member again. Raises NoSuchTable, Refused.
    """
    [user] = locked_people([user])
    locked = lock_table(public_id)
    locked.check_owner(user)
    gone = next((member for member in locked.members if member.pk == member_id), None)
    if gone is None or gone.user_id == user.pk:
        raise Refused(StandingReason.NO_SUCH_MEMBER)
    _member_drop(locked, gone.user)
    at = timezone.now()
    barred = {"invited_by": user, "created_at": at, "declined_at": None, "barred_at": at}
    locked.table.invitations.update_or_create(user=gone.user, defaults=barred)
    locked.table.invite_token, locked.table.players_join = new_invite_token(), False
    locked.table.save(update_fields=["invite_token", "players_join"])
    return locked.table


@transaction.atomic(durable=True)
def owner_change(*, public_id: str, user: User, member_id: int) -> StandingTable:
    """Make another member the owner, who is no guest. Raises NoSuchTable, Refused."""
    [user] = locked_people([user])
    locked = lock_table(public_id)
    locked.check_owner(user)
    heir = next((member for member in locked.members if member.pk == member_id), None)
    if heir is None or heir.user.is_guest or not heir.user.can_log_in:
        raise Refused(StandingReason.NO_SUCH_MEMBER)
    locked.table.owner = heir.user
    locked.table.save(update_fields=["owner"])
    return locked.table


def _member_drop(locked: LockedTable, user: User) -> None:
    """Delete a membership, and the invitations that the person sent. The table goes with its last member; the next
    owner is its longest one, before guests. The username leaves the table's name, because no row would later say that
    it was theirs.
    """
    table = locked.table
    rest = [member for member in locked.members if member.user_id != user.pk]
    if not rest:
        table.delete()
        return
    StandingMember.objects.filter(table=table, user=user).delete()
    table.invitations.filter(invited_by=user, barred_at__isnull=True).delete()
    if user.handle.lower() in table.name.lower():
        table.name = ""
    if table.owner_id == user.pk:
        table.owner = min(rest, key=lambda member: (not member.user.can_log_in, member.user.is_guest)).user
    table.save(update_fields=["name", "owner"])


@transaction.atomic(durable=True)
def member_sit_out(*, public_id: str, user: User) -> StandingMember:
    """Sit out the games of the next OUT_FOR; a running one goes on. Raises NoSuchTable."""
    [user] = locked_people([user])
    member = lock_table(public_id).admit(user)
    member.out_until = timezone.now() + OUT_FOR
    member.save(update_fields=["out_until"])
    return member


@transaction.atomic(durable=True)
def member_come_back(*, public_id: str, user: User) -> StandingMember:
    """Be in again, whatever kept the person out. Raises NoSuchTable."""
    [user] = locked_people([user])
    member = lock_table(public_id).admit(user)
    member.out_until, member.unasked, member.in_since = None, "", timezone.now()
    member.save(update_fields=["out_until", "unasked", "in_since"])
    return member


@transaction.atomic(durable=True)
def marks_switch(*, user: User, on: bool) -> Preferences:
    """Show the marks in the wood to this person, or hide them. Raises Refused if the account is closed."""
    preferences = locked_preferences(user)
    preferences.table_marks = on
    preferences.save(update_fields=["table_marks"])
    return preferences


def tables_leave(user: User) -> None:
    """Leave all tables and delete invitations to others, in the transaction that closes the account, which is locked,
    before it locks games.
    """
    for locked in lock_tables_of(user):
        _member_drop(locked, user)
    StandingInvitation.objects.filter(user=user, barred_at__isnull=True).delete()


def tables_move(*, first: User, second: User) -> None:
    """Give the memberships of `second` to `first`, and removals by owners. Runs in the merging transaction, with both
    accounts locked, before it locks games.
    """
    for locked in lock_tables_of(second):
        if locked.member_of(first) is None:
            StandingMember.objects.filter(table=locked.table, user=second).update(user=first)
        else:
            StandingMember.objects.filter(table=locked.table, user=second).delete()
        if locked.table.owner_id == second.pk:
            locked.table.owner = first
            locked.table.save(update_fields=["owner"])
    _invitations_move(first, second)


def _invitations_move(first: User, second: User) -> None:
    """Open invitations to `second` lapse. Where an owner removed them, only the owner can invite `first`."""
    mine, theirs = (StandingInvitation.objects.filter(user=user) for user in (first, second))
    StandingInvitation.objects.filter(invited_by=second).update(invited_by=first)
    theirs.filter(barred_at__isnull=True).delete()
    mine.filter(table__in=theirs.values("table")).delete()
    theirs.update(user=first)
    mine.filter(table__in=StandingMember.objects.filter(user=first).values("table")).delete()
