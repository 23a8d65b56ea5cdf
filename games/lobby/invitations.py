"""Invitations by name."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.errors import NoSuchGame, Refused
from games.lobby.errors import InvitationReason
from games.models import Game, Invitation, LimitedAct, Notice
from games.outbox.write import notice_write
from games.outside_bots.rules import check_invited
from games.people.acts import acts_note, acts_since, check_lately
from games.people.block_selectors import blocked_pairs
from games.people.errors import PersonReason
from games.people.locking import check_member, locked_people
from games.play.locking import OPEN, lock_game

MAX_INVITATIONS = 20
# Daily limits, in total and to one person, because each invitation sends an email.
DAY = timedelta(days=1)
MAX_A_DAY = 60
MAX_A_DAY_TO_ONE = 5


@transaction.atomic(durable=True)
def person_invite(*, public_id: str, host: User, handle: str) -> Invitation:
    """Invite a person, even after they declined. Raises NoSuchGame, Refused."""
    [host] = locked_people([host])
    check_member(host)
    locked = lock_game(public_id, status=OPEN)
    game, at = locked.game, locked.now
    if not game.seats.filter(user=host).exists():
        raise NoSuchGame(public_id)
    return invitation_write(game, host, _open_account(handle), at)


def invitation_write(game: Game, host: User, invited: User, at: datetime) -> Invitation:
    """Invite a person to a locked game of a locked host. Raises Refused."""
    if invited.is_bot or invited.is_barred or not _may_invite(game, invited):
        raise Refused(InvitationReason.CANNOT_INVITE)
    check_invited(game, host, invited)
    if game.invitations.count() >= MAX_INVITATIONS:
        raise Refused(InvitationReason.TOO_MANY_INVITATIONS)
    invitation_count(host, invited, at)
    invitation, _created = Invitation.objects.update_or_create(
        game=game, user=invited, defaults={"invited_by": host, "created_at": at, "declined_at": None, "barred_at": None}
    )
    notice_write(Notice.Kind.INVITATION, game, invited, at)
    on_commit.person_event(invited.pk, {"type": "invitation", "game": game.public_id})
    return invitation


def person_to_invite(host: User, handle: str) -> User:
    """The person with this username, if the host may invite them to a game of their own. Raises Refused. Two
    queries.
    """
    invited = _open_account(handle)
    if invited.is_bot or invited.is_barred or invited == host or blocked_pairs({host.pk, invited.pk}):
        raise Refused(InvitationReason.CANNOT_INVITE)
    return invited


def _open_account(handle: str) -> User:
    invited = User.objects.filter(handle__iexact=handle, is_active=True, erased_at__isnull=True).first()
    if invited is None:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    return invited


def _may_invite(game: Game, invited: User) -> bool:
    """Whether the person is neither seated nor blocked with anyone seated."""
    seated = set(game.seats.values_list("user_id", flat=True))
    return invited.pk not in seated and not any(invited.pk in pair for pair in blocked_pairs({invited.pk, *seated}))


def invitation_count(host: User, invited: User, at: datetime) -> None:
    """Count it. The host's account is locked, so the counts hold. Raises Refused(TOO_MANY_TODAY)."""
    lately = acts_since(host, LimitedAct.Kind.INVITE, at - DAY)
    to_one = [act.at for act in lately if act.about == invited.pk]
    check_lately([act.at for act in lately], InvitationReason.TOO_MANY_TODAY, most=MAX_A_DAY, span=DAY, at=at)
    check_lately(to_one, InvitationReason.TOO_MANY_TODAY, most=MAX_A_DAY_TO_ONE, span=DAY, at=at)
    acts_note([host], LimitedAct.Kind.INVITE, at, about=invited.pk)


@transaction.atomic(durable=True)
def invitation_decline(*, public_id: str, user: User) -> None:
    """Decline an invitation. The waiting room gets a change of the inviter's seat. Raises NoSuchGame."""
    locked = lock_game(public_id)
    game = locked.game
    invitation = game.invitations.filter(user=user, declined_at__isnull=True).first()
    if invitation is None:
        raise NoSuchGame(public_id)
    invitation.declined_at = locked.now
    invitation.save(update_fields=["declined_at"])
    seat = game.seats.filter(user_id=invitation.invited_by_id).first()
    if seat is not None:
        on_commit.seat_changed(game, seat)
