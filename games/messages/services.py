"""Messages to friends: written, read, switched on or off, moved and erased with accounts."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games import on_commit
from games.chat.services import check_may_write, check_text, earlier_line, one_line, token_of
from games.errors import Refused
from games.messages.errors import MessageReason
from games.messages.selectors import refusal_by, with_preferences
from games.models import ChatLine, Preferences
from games.outbox.decisions import message_notice_write
from games.people.errors import PersonReason
from games.people.friend_selectors import bond_between
from games.people.locking import locked_people, locked_preferences
from games.people.preference_selectors import preferences_of
from games.people.unread import unread_messages, unread_recount


@transaction.atomic(durable=True)
def message_write(*, user: User, handle: str, text: str, token: str = "") -> ChatLine:
    """Write a message to a friend, who gets a notification. The limits of chats hold for both together. The same words
    with the same `token` return the message that they made before. Raises Refused(ACCOUNT_CLOSED, NO_SUCH_PERSON,
    MessageReason, ChatReason).
    """
    other = with_preferences().filter(handle__iexact=handle, is_active=True).first()
    if other is None or other.pk == user.pk:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    # Both, so that the friendship does not end before the message is stored, and the count of unread messages holds.
    person = next(account for account in locked_people([user, other]) if account.pk == user.pk)
    line = one_line(text)
    token = token_of(token, line)
    earlier = earlier_line(token)
    if earlier is not None:
        return earlier
    at = timezone.now()
    check_may_write(person, None, at)
    if not preferences_of(person).messages:
        raise Refused(MessageReason.OFF)
    refusal = refusal_by(other, bond_between(person, other))
    if refusal is not None:
        raise Refused(refusal)
    check_text(line)
    written = ChatLine.all_lines.create(user=person, reader=other, text=line, created_at=at, creation_token=token)
    unread_recount(other)
    message_notice_write(written, other, at)
    on_commit.person_event(other.pk, {"type": "message"})
    return written


@transaction.atomic(durable=True)
def messages_read(*, user: User, other: User) -> int:
    """Save that the person has read the other's messages. Returns how many friends wrote what they have not read.
    Raises Refused(ACCOUNT_CLOSED).
    """
    [person] = locked_people([user])
    unread_messages(person).filter(user=other).update(read_at=timezone.now())
    return unread_recount(person)


@transaction.atomic(durable=True)
def messages_switch(*, user: User, on: bool) -> Preferences:
    """Set whether friends may write to the person. Raises Refused(ACCOUNT_CLOSED)."""
    preferences = locked_preferences(user)
    preferences.messages = on
    preferences.save(update_fields=["messages"])
    unread_recount(user)
    return preferences


def messages_recount(user: User) -> None:
    """Count the unread messages of the people who the person wrote to. Runs in the erasing transaction, after the
    messages lost their texts.
    """
    sent = ChatLine.all_lines.filter(game=None, user=user, read_at=None)
    for reader in User.objects.filter(pk__in=sent.values("reader"), erased_at=None).order_by("pk"):
        unread_recount(reader)


def messages_move(*, first: User, second: User) -> None:
    """Move the messages from and to `second` to `first`, except those between the two. Runs in the merging transaction,
    with both accounts locked.
    """
    lines = ChatLine.all_lines.filter(game=None)
    between = Q(user=first, reader=second) | Q(user=second, reader=first)
    lines.filter(~between, user=second).update(user=first)
    lines.filter(~between, reader=second).update(reader=first)
    unread_recount(first)
