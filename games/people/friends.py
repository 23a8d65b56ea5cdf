"""Friends and requests. Declining, withdrawing and removing are quiet."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.models import Friendship, LimitedAct, PersonMark, Preferences
from games.people.acts import acts_note, check_acts
from games.people.errors import FriendReason, PersonReason
from games.people.locking import check_person, locked_people, locked_preferences
from games.people.preference_selectors import preferences_of

MAX_FRIENDS: Final = 500
DAY: Final = timedelta(days=1)
MAX_A_DAY: Final = 20

OPEN: Final = Q(accepted_at__isnull=True, declined_at__isnull=True, withdrawn_at__isnull=True)
"""A request that the person asked may see and answer."""


@transaction.atomic(durable=True)
def friend_ask(*, user: User, handle: str) -> Friendship:
    """Ask a person to be friends, or accept their request if there is one. Asking twice, or after being declined,
    changes nothing that the other sees. Raises Refused.
    """
    person, other = _locked_pair(user, handle)
    check_person(person)
    _check_may_ask(person, other)
    known = _between(person, other).first()
    if known is not None and known.accepted_at is not None:
        raise Refused(FriendReason.ALREADY)
    now = timezone.now()
    if known is not None and known.asker_id == other.pk and known.withdrawn_at is None:
        return _accept(known, person, now)
    if known is not None and known.asker_id == person.pk and known.withdrawn_at is None:
        return known
    _check_numbers(person, now)
    acts_note([person], LimitedAct.Kind.FRIEND, now, about=other.pk)
    asked = _asked(known, person, other, now)
    _recount(other)
    return asked


@transaction.atomic(durable=True)
def friend_accept(*, user: User, handle: str) -> Friendship:
    """Accept a request. Raises Refused."""
    person, other = _locked_pair(user, handle)
    check_person(person)
    waiting = Friendship.objects.filter(OPEN, asker=other, asked=person).first()
    if waiting is None:
        raise Refused(FriendReason.NOT_FRIENDS)
    return _accept(waiting, person, timezone.now())


@transaction.atomic(durable=True)
def friend_decline(*, user: User, handle: str) -> None:
    """Decline a request; the asker still sees one without an answer. Raises Refused."""
    person, other = _locked_pair(user, handle)
    friend_request_end(person, other)


@transaction.atomic(durable=True)
def friend_remove(*, user: User, handle: str) -> None:
    """End a friendship, or withdraw the person's own request. Raises Refused."""
    person, other = _locked_pair(user, handle)
    _between(person, other).filter(accepted_at__isnull=False).delete()
    own = Friendship.objects.filter(asker=person, asked=other, withdrawn_at__isnull=True)
    own.update(withdrawn_at=timezone.now())
    _recount(other)


@transaction.atomic(durable=True)
def online_switch(*, user: User, on: bool) -> Preferences:
    """Set whether friends see that the person is at a table. Raises Refused if the account is closed."""
    preferences = locked_preferences(user)
    preferences.show_online = on
    preferences.save(update_fields=["show_online"])
    return preferences


def friendship_end(user: User, other: User) -> None:
    """End the friendship and requests in both directions, as when blocking, in the caller's transaction."""
    if _between(user, other).delete()[0]:
        _recount(user)
        _recount(other)


def friend_request_end(user: User, other: User) -> None:
    """Decline the other's request, if there is one, in the caller's transaction."""
    if Friendship.objects.filter(OPEN, asker=other, asked=user).update(declined_at=timezone.now()):
        _recount(user)


def friendships_erase(user: User, *, requests_only: bool = False) -> None:
    """Delete all of the person's friendships, or only requests either way. Runs in the caller's transaction, with the
    account locked.
    """
    rows = Friendship.objects.filter(Q(asker=user) | Q(asked=user))
    if requests_only:
        rows = rows.filter(accepted_at__isnull=True)
    asked = User.objects.filter(pk__in=list(rows.filter(OPEN, asker=user).values_list("asked_id", flat=True)))
    others = list(asked.order_by("pk"))
    rows.delete()
    for person in (user, *others):
        _recount(person)


def friendships_move(*, first: User, second: User) -> None:
    """Move the friendships of `second` to `first`, whose own take precedence, as do blocks. Runs in the merging
    transaction, with both accounts locked.
    """
    people = {second.pk: first.pk}
    rows = list(Friendship.objects.filter(Q(asker=second) | Q(asked=second)).order_by("pk"))
    Friendship.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row in rows:
        row.pk = None
        row.asker_id = people.get(row.asker_id, row.asker_id)
        row.asked_id = people.get(row.asked_id, row.asked_id)
        pair = _between(User(pk=row.asker_id), User(pk=row.asked_id))
        if row.asker_id != row.asked_id and not pair.exists() and not _blocked(row.asker_id, row.asked_id):
            row.save(force_insert=True)
    _recount(first)
    for pk in sorted({row.asked_id for row in rows} - {first.pk}):
        _recount(User(pk=pk))


def _locked_pair(user: User, handle: str) -> tuple[User, User]:
    """Both accounts, locked, so that two requests to each other come one after the other. Raises Refused."""
    other = User.objects.filter(handle__iexact=handle, is_active=True, erased_at__isnull=True).first()
    if other is None:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    if other.is_any_bot or other.is_guest or other.pk == user.pk:
        raise Refused(FriendReason.CANNOT_ASK)
    known = {person.pk: person for person in locked_people([user, other])}
    return known[user.pk], known[other.pk]


def _check_may_ask(user: User, other: User) -> None:
    """Check that the person may send a request. All reasons that concern the other person give the same refusal, so
    that blocks and mutes stay secret.
    """
    if preferences_of(user).kid_mode:
        raise Refused(FriendReason.KID)
    blocks = PersonMark.objects.filter(user=user, other=other, kind=PersonMark.Kind.BLOCK)
    marks = blocks | PersonMark.objects.filter(user=other, other=user)
    if user.is_muted or preferences_of(other).kid_mode or marks.exists():
        raise Refused(FriendReason.CANNOT_ASK)


def _check_numbers(user: User, now: datetime) -> None:
    """Check the limits on friends and requests. The account is locked, so the counts are right. Raises Refused."""
    _check_room(user)
    check_acts(user, LimitedAct.Kind.FRIEND, FriendReason.TOO_MANY_TODAY, most=MAX_A_DAY, span=DAY, at=now)


def _check_room(user: User) -> None:
    if Friendship.objects.filter(Q(asker=user) | Q(asked=user), accepted_at__isnull=False).count() >= MAX_FRIENDS:
        raise Refused(FriendReason.TOO_MANY)


def _asked(known: Friendship | None, user: User, other: User, now: datetime) -> Friendship:
    """The request. `known`: withdrawn, by either. One that was declined stays so."""
    if known is None:
        return Friendship.objects.create(asker=user, asked=other, asked_at=now)
    if known.asker_id != user.pk:
        known.asker, known.asked, known.declined_at = user, other, None
    known.asked_at, known.withdrawn_at = now, None
    known.save()
    return known


def _accept(row: Friendship, user: User, now: datetime) -> Friendship:
    _check_room(user)
    row.accepted_at, row.declined_at = now, None
    row.save()
    _recount(user)
    return row


def _between(user: User, other: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=user, asked=other) | Q(asker=other, asked=user))


def _blocked(one: int, other: int) -> bool:
    pair = Q(user=one, other=other) | Q(user=other, other=one)
    return PersonMark.objects.filter(pair, kind=PersonMark.Kind.BLOCK).exists()


def _recount(user: User) -> None:
    """Store the number of open requests, so that the menu needs no query."""
    waiting = Friendship.objects.filter(OPEN, asked=user).count()
    kept = Preferences.objects.filter(user=user)
    if waiting and not kept.exists():
        Preferences.objects.create(user=user, friend_requests=waiting)
    else:
        kept.update(friend_requests=waiting)
