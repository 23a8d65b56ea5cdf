"""Blocks and mutes. The other person does not learn of them."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.models import PersonMark
from games.people.errors import BlockReason, PersonReason
from games.people.friends import friend_request_end, friendship_end
from games.people.locking import locked_people
from games.people.unread import unread_recount

MAX_MARKS = 500


def person_block(*, user: User, handle: str) -> PersonMark:
    """Block another person: no chat messages, no new shared games, no friendship; running games go on. Raises
    Refused.
    """
    return _mark(user, handle, PersonMark.Kind.BLOCK)


def person_mute(*, user: User, handle: str) -> PersonMark:
    """Mute another person. Raises Refused."""
    return _mark(user, handle, PersonMark.Kind.MUTE)


def person_unblock(*, user: User, handle: str) -> None:
    """Remove a block. Raises Refused."""
    _unmark(user, handle, PersonMark.Kind.BLOCK)


def person_unmute(*, user: User, handle: str) -> None:
    """Unmute another person. Raises Refused."""
    _unmark(user, handle, PersonMark.Kind.MUTE)


@transaction.atomic(durable=True)
def _mark(user: User, handle: str, kind: PersonMark.Kind) -> PersonMark:
    # The account is locked, so the count of marks holds.
    locked_people([user])
    other = _person_called(handle)
    if other == user:
        raise Refused(BlockReason.SELF)
    if other.is_bot:
        raise Refused(BlockReason.BOT)
    known = PersonMark.objects.filter(user=user, other=other, kind=kind).first()
    if known is not None:
        return known
    if PersonMark.objects.filter(user=user).count() >= MAX_MARKS:
        raise Refused(BlockReason.TOO_MANY)
    (friendship_end if kind == PersonMark.Kind.BLOCK else friend_request_end)(user, other)
    mark = PersonMark.objects.create(user=user, other=other, kind=kind, created_at=timezone.now())
    unread_recount(user)
    return mark


@transaction.atomic(durable=True)
def _unmark(user: User, handle: str, kind: PersonMark.Kind) -> None:
    locked_people([user])
    PersonMark.objects.filter(user=user, other=_person_called(handle), kind=kind).delete()
    unread_recount(user)


def _person_called(handle: str) -> User:
    other = User.objects.filter(handle__iexact=handle, erased_at__isnull=True).first()
    if other is None:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    return other
