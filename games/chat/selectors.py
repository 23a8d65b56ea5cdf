"""A game's chat as one player reads it. Spectators get none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User
from games.chat.parts import MessagePart, line_parts, mentions
from games.chat.readers import ChatReader, chat_reader
from games.events import CHAT_LOCK, ChatLineEvent, ChatLockEvent, utc_text
from games.models import ChatLine, Game, Reaction, Seat
from games.people.block_selectors import hidden_authors

PAGE_LINES = 50


@dataclass(frozen=True, slots=True)
class Author:
    """An author, for their picture."""

    pk: int
    name: str
    avatar: int | None


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as its reader sees it. `seat`: None for an author who left; `handle`: "" without a profile; `text`: ""
    if hidden or erased. `reaction`: which one, "" for written messages; `picture`: that of a reaction, whose name is
    the `text`. `fresh`: unread; a reaction never is, because the table shows it. `mentions_me`: names the reader.
    `may_befriend`: neither reader nor author is a guest or a bot; `is_guest`, `is_outside_bot`: the author is.
    """

    pk: int
    author: Author
    handle: str
    seat: int | None
    text: str
    at: datetime
    mine: bool
    mentions_me: bool
    hidden: bool
    erased: bool
    fresh: bool
    reaction: str = ""
    picture: str = ""
    may_befriend: bool = True
    is_guest: bool = False
    is_outside_bot: bool = False

    @property
    def name(self) -> str:
        return self.author.name

    @property
    def parts(self) -> tuple[MessagePart, ...]:
        return line_parts(self.text)


@dataclass(frozen=True, slots=True)
class Chat:
    """The newest lines, oldest first; `earlier`: there are more. `newest`: the last line's id, or 0. `muted_until`: by
    staff. `in_company`: another person has a seat.
    """

    public_id: str
    lines: tuple[MessageView, ...]
    newest: int
    fresh: int
    locked: bool
    muted_until: datetime | None
    earlier: bool
    in_company: bool = True

    @property
    def may_write(self) -> bool:
        return not self.locked and self.muted_until is None


def chat_for(game: Game, user: User | None, *, before: int | None = None) -> Chat | None:
    """The game's chat, which goes on from game to game for members of a standing table. None for other people without a
    seat, in kid mode or with chats off. `before`: only earlier messages. One query for an empty chat, else three; at
    most two more for members.
    """
    reader = chat_reader(game, user)
    if reader is None:
        return None
    lines, earlier = _lines(game, reader, before) if reader.newest else ((), False)
    return Chat(
        public_id=game.public_id,
        lines=lines,
        newest=reader.newest,
        fresh=sum(line.fresh for line in lines),
        locked=game.chat_locked_at is not None,
        muted_until=muted_until(reader.user),
        earlier=earlier,
        in_company=reader.in_company,
    )


def line_event_for(public_id: str, user: User | None, line_id: int) -> ChatLineEvent | ChatLockEvent | None:
    """The event about a message as the user may see it, or None if it is hidden from them. Or, for CHAT_LOCK, the
    event about the lock.
    """
    game = Game.objects.filter(public_id=public_id).first()
    reader = chat_reader(game, user) if game is not None else None
    if game is None or reader is None:
        return None
    if line_id == CHAT_LOCK:
        return {"type": "chat", "id": CHAT_LOCK, "locked": game.chat_locked_at is not None}
    rows = _readable_messages(game, reader).filter(pk=line_id)
    return next((_line_event(_chat_view(row, reader)) for row in rows), None)


def message_view(game: Game, user: User, line_id: int) -> MessageView | None:
    """The message as the person may see it; None if it is hidden from them. Two queries."""
    reader = chat_reader(game, user)
    if reader is None:
        return None
    rows = _readable_messages(game, reader).filter(pk=line_id)
    return next((_chat_view(row, reader) for row in rows), None)


def chat_link(game: Game, user: User, line_id: int, number: int) -> tuple[MessageView, MessagePart] | None:
    """The line and its link of that number, from 0; None if there is none or the reader does not see the line."""
    line = message_view(game, user, line_id)
    if line is None:
        return None
    return next(((line, part) for part in line.parts if part.link == number), None)


def _readable_messages(game: Game, reader: ChatReader) -> QuerySet[ChatLine]:
    """The messages that the person may see, with their authors' seats in `game`. One query besides the rows'."""
    seat = Seat.objects.filter(game=game, user=OuterRef("user"), kind=Seat.Kind.PERSON).values("number")[:1]
    lines = ChatLine.objects.filter(reader.lines).exclude(user__in=hidden_authors(reader.user))
    return lines.select_related("user").annotate(seat=Subquery(seat))


def _lines(game: Game, reader: ChatReader, before: int | None) -> tuple[tuple[MessageView, ...], bool]:
    rows = _readable_messages(game, reader)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    newest_first = list(rows.order_by("-pk")[: PAGE_LINES + 1])
    shown = tuple(_chat_view(row, reader) for row in reversed(newest_first[:PAGE_LINES]))
    return shown, len(newest_first) > PAGE_LINES


def _chat_view(row: ChatLine, reader: ChatReader) -> MessageView:
    return line_view(row, reader.user, fresh=not row.reaction and row.pk > reader.read)


def line_view(row: ChatLine, user: User, *, fresh: bool) -> MessageView:
    """The message as the person sees it. `fresh`: they have not read it, unless it is their own."""
    author = row.user
    mine = author.pk == user.pk
    hidden, erased = row.hidden_at is not None, row.erased_at is not None
    reaction = Reaction(row.reaction) if row.reaction and not hidden and not erased else None
    text = "" if hidden or erased else row.text
    return MessageView(
        pk=row.pk,
        author=Author(author.pk, author.name, author.avatar),
        handle="" if author.erased_at else author.handle,
        seat=getattr(row, "seat", None),
        text=str(reaction.label) if reaction is not None else text,
        at=row.created_at,
        mine=mine,
        mentions_me=not mine and reaction is None and mentions(text, user.handle),
        hidden=hidden,
        erased=erased,
        fresh=not mine and fresh,
        reaction=reaction.value if reaction is not None else "",
        picture=reaction.picture if reaction is not None else "",
        may_befriend=not any(one.is_guest or one.is_outside_bot for one in (author, user)),
        is_guest=author.is_guest,
        is_outside_bot=author.is_outside_bot,
    )


def _line_event(line: MessageView) -> ChatLineEvent:
    return {
        "type": "chat",
        "id": line.pk,
        "seat": line.seat,
        "name": line.name,
        "text": line.picture or line.text,
        "reaction": line.reaction,
        "hidden": line.hidden,
        "at": utc_text(line.at),
        "mine": line.mine,
        "mentions_me": line.mentions_me,
    }


def muted_until(user: User) -> datetime | None:
    """The end of the person's mute or suspension by staff; None if they may write."""
    if not user.is_muted:
        return None
    return max(until for until in (user.muted_until, user.suspended_until) if until is not None)
