"""The people who read a game's chat: its players, and the members of its standing table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.fast.queries import OTHER_SAMPLE_ID, SAMPLE_ID, PreparedQuery
from accounts.models import User
from games.models import ChatLine, Game, Seat, StandingMember
from games.people.preference_selectors import preferences_of

# Members read the games that their table began. The game that it was made from is its players' own.
_BEGAN: Final = Q(game__created_at__gte=F("game__standing__table__created_at"))


@dataclass(frozen=True, slots=True)
class ChatReader:
    """A reader of a game's chat. `read`: the last message shown to them; `newest`: the last one, or 0; `in_company`:
    another person reads along; `lines`: the messages of their chat.
    """

    user: User
    read: int
    newest: int
    in_company: bool
    lines: Q


def reads_chats(user: User) -> bool:
    """Whether the person reads chats. One query unless the preferences were fetched."""
    preferences = preferences_of(user)
    return preferences.chat and not preferences.kid_mode


def _seat_with_chat(game: int, user: int) -> QuerySet[Seat]:
    newest = ChatLine.objects.filter(game=OuterRef("game")).order_by("-pk").values("pk")[:1]
    people = Seat.objects.filter(game_id=game, kind=Seat.Kind.PERSON)
    seats = people.filter(user_id=user).select_related("user__preferences")
    in_company = Exists(people.exclude(user_id=user))
    member = StandingMember.objects.filter(table__games__game=OuterRef("game"), user_id=user).values("pk")[:1]
    return seats.annotate(newest=Subquery(newest), in_company=in_company, member=Subquery(member)).order_by("pk")[:1]


_SEAT: Final = PreparedQuery(_seat_with_chat, game=SAMPLE_ID, user=OTHER_SAMPLE_ID)


def chat_reader(game: Game, user: User | None) -> ChatReader | None:
    """The reader, or None if the person has neither a seat nor a membership, or does not read chats. One query, three
    for a member, two for a person without a seat in a private game.
    """
    if user is None:
        return None
    seat = next(iter(_SEAT.fetch(game=game.pk, user=user.pk)), None)
    if seat is not None and getattr(seat, "member", None) is None:
        newest: int = getattr(seat, "newest", None) or 0
        reader = ChatReader(seat.user, seat.chat_read, newest, getattr(seat, "in_company", False), Q(game=game))
        return reader if reads_chats(reader.user) else None
    if seat is None and game.visibility == Game.Visibility.PUBLIC:
        return None
    member = _members(game, user).select_related("user__preferences").first()
    return _member_reader(game, member, seat) if member is not None and reads_chats(member.user) else None


def _member_reader(game: Game, member: StandingMember, seat: Seat | None) -> ChatReader:
    """The chat goes on from game to game: a member reads what was written since they joined, and the games that they
    sit in.
    """
    lines = _BEGAN & Q(game__standing__table=member.table_id, created_at__gte=member.joined_at)
    if seat is not None:
        lines |= Q(game=game)
    newest = ChatLine.objects.filter(lines).order_by("-pk").values_list("pk", flat=True).first() or 0
    return ChatReader(member.user, member.chat_read, newest, in_company=True, lines=lines)


def _members(game: Game, user: User) -> QuerySet[StandingMember]:
    return StandingMember.objects.filter(table__games__game=game, user=user)


def is_member(game: Game, user: User) -> bool:
    """Whether the person is a member of the standing table that began the game. One query."""
    return _members(game, user).filter(table__created_at__lte=game.created_at).exists()


def member_accounts(game: Game) -> set[User]:
    """The members of the standing table that began the game, with preferences. One query."""
    began = StandingMember.objects.filter(table__games__game=game, table__created_at__lte=game.created_at)
    members = began.select_related("user__preferences")
    return {member.user for member in members}


def sits_or_belongs(user: User) -> Q:
    """A condition on a message: its reader has a seat in its game, or has been a member of its table since then."""
    sits = Seat.objects.filter(game=OuterRef("game"), user=user, kind=Seat.Kind.PERSON)
    table = StandingMember.objects.filter(table__games__game=OuterRef("game"), user=user)
    return Q(Exists(sits)) | Q(Exists(table.filter(joined_at__lte=OuterRef("created_at")))) & _BEGAN


def read_save(public_id: str, user: User, line_id: int) -> None:
    """Save how far the person has read. Two queries."""
    seats = Seat.objects.filter(game__public_id=public_id, user=user, kind=Seat.Kind.PERSON)
    members = StandingMember.objects.filter(table__games__game__public_id=public_id, user=user)
    for rows in (seats, members):
        rows.filter(chat_read__lt=line_id).update(chat_read=line_id)
