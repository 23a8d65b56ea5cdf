"""Conversations: the messages between two people, as one of them reads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, When
from django.db.models.functions import Greatest, Least

from accounts.models import User
from games.chat.parts import MessagePart
from games.chat.selectors import PAGE_LINES, MessageView, line_view, muted_until
from games.errors import Reason
from games.messages.errors import MessageReason
from games.models import ChatLine, PersonMark
from games.people.friend_selectors import Bond, relation_to
from games.people.unread import reads_messages, unread_messages
from games.web.paging import Page, paged

CONVERSATIONS_PAGE: Final = 30


@dataclass(frozen=True, slots=True)
class Conversation:
    """The newest messages with `other`, oldest first; `earlier`: there are more. `hides`: the person muted the other.
    `muted_until`: by staff. `refusal`: why the other gets no message, or None.
    """

    other: User
    lines: tuple[MessageView, ...]
    earlier: bool
    hides: bool
    muted_until: datetime | None
    refusal: Reason | None

    @property
    def may_write(self) -> bool:
        return self.refusal is None and self.muted_until is None

    @property
    def fresh(self) -> bool:
        """Whether the person has not read one of the messages."""
        return any(line.fresh for line in self.lines)


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A conversation in the list, by its newest message. `unread`: the person has not read some of it."""

    other: User
    newest: MessageView
    unread: bool


def conversation_with(user: User, handle: str, *, before: int | None = None) -> Conversation | None:
    """The messages between the person and the one with this username, none of them for two friends who have not
    written. None for other people, oneself, erased accounts, and people who the person blocked. Three queries.
    `before`: only earlier messages.
    """
    other = with_preferences().filter(handle__iexact=handle).first()
    if other is None or other.pk == user.pk:
        return None
    relation = relation_to(user, other)
    if relation.blocked:
        return None
    rows = messages_between(user, other)
    if relation.muted:
        rows = rows.filter(user=user)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    newest_first = list(rows.select_related("user").order_by("-pk")[: PAGE_LINES + 1])
    if not newest_first and relation.bond != "friend":
        return None
    return Conversation(
        other=other,
        lines=tuple(_view(row, user) for row in reversed(newest_first[:PAGE_LINES])),
        earlier=len(newest_first) > PAGE_LINES,
        hides=relation.muted,
        muted_until=muted_until(user),
        refusal=refusal_by(other, relation.bond),
    )


def refusal_by(other: User, bond: Bond) -> Reason | None:
    """The reason why a person with this bond may not write to the other, or None. Suspended people, and those who chose
    not to get messages, give the same one. No query with preferences.
    """
    if bond != "friend":
        return MessageReason.NOT_FRIENDS
    receives = other.can_take_part and reads_messages(other)
    return None if receives else MessageReason.NOT_RECEIVED


def with_preferences() -> QuerySet[User]:
    """People whose accounts are not erased, with preferences."""
    return User.objects.filter(is_bot=False, erased_at=None).select_related("preferences")


def conversations_of(user: User, number: int = 1) -> Page[ConversationRow]:
    """The person's conversations, the one with the newest message first, without people who they blocked, and without
    messages of those who they muted. One query.
    """
    other = Case(When(user=user, then=F("reader")), default=F("user"))
    lines = ChatLine.all_lines.filter(Q(user=user) | Q(reader=user), game=None).annotate(other=other)
    marks = PersonMark.objects.filter(user=user, other=OuterRef("other"))
    blocked, muted = (Exists(marks.filter(kind=kind)) for kind in (PersonMark.Kind.BLOCK, PersonMark.Kind.MUTE))
    seen = lines.filter(Q(user=user) | ~Q(muted), ~Q(blocked), ~Exists(_erased(OuterRef("other"))))
    newest = seen.order_by().values("other").annotate(newest=Max("pk")).values("newest")
    unread = Exists(unread_messages(user).filter(user=OuterRef("other")))
    rows = lines.filter(pk__in=newest).annotate(unread=unread).select_related("user", "reader").order_by("-pk")
    found = paged(rows, number, CONVERSATIONS_PAGE)
    return Page([_row(line, user) for line in found.items], found.number, found.has_next)


def message_link(user: User, handle: str, line_id: int, number: int) -> tuple[MessageView, MessagePart] | None:
    """The message and its link of that number, from 0; None if there is none or the person does not see the message."""
    found = conversation_with(user, handle, before=line_id + 1)
    line = next((line for line in found.lines if line.pk == line_id), None) if found is not None else None
    part = next((part for part in line.parts if part.link == number), None) if line is not None else None
    return (line, part) if line is not None and part is not None else None


def _erased(person: OuterRef) -> QuerySet[User]:
    return User.objects.filter(pk=person, erased_at__isnull=False)


def messages_between(user: User, other: User) -> QuerySet[ChatLine]:
    """The messages that either wrote to the other."""
    low, high = sorted((user.pk, other.pk))
    pair = ChatLine.all_lines.alias(low=Least("user", "reader"), high=Greatest("user", "reader"))
    return pair.filter(game=None, low=low, high=high)


def _view(line: ChatLine, user: User) -> MessageView:
    return line_view(line, user, fresh=line.read_at is None)


def _row(line: ChatLine, user: User) -> ConversationRow:
    mine = line.user_id == user.pk
    other = line.reader if mine else line.user
    assert other is not None
    return ConversationRow(other, _view(line, user), getattr(line, "unread", False))
