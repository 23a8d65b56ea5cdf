"""Notes: lines that players send with turns. The next player alone sees one, at the table, until they take theirs."""

from __future__ import annotations

from typing import Final, TypedDict, cast

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject
from django.utils import timezone

from accounts.models import User
from games import on_commit
from games.chat.errors import ChatReason
from games.chat.readers import reads_chats
from games.chat.services import check_may_write, check_text, one_line
from games.errors import Refused
from games.models import ChatLine, Game, Move, PersonMark, Seat
from games.models.chat import NOTE_MAX
from games.people.locking import locked_people
from games.play.turn import TurnResult, turn_play, turn_store

_HIDING: Final = (PersonMark.Kind.BLOCK, PersonMark.Kind.MUTE)


class NoteRow(TypedDict):
    """A note, as `latest_note` reads it."""

    id: int
    text: str
    move: int
    author: int


def noted_turn_play(*, public_id: str, user: User, version: int, text: str, note: str) -> TurnResult:
    """Take a turn as `turn_play` does, and leave `note` for the next player. It is dropped if no other person plays the
    next turn of the hand. Raises NoSuchGame, TurnRefused, Refused(ACCOUNT_CLOSED, ChatReason); then nothing is stored.

    A turn without a note takes what `turn_play` takes.
    """
    line = one_line(note)
    if not line:
        return turn_play(public_id=public_id, user=user, version=version, text=text)
    return _noted_turn_play(public_id=public_id, user=user, version=version, text=text, line=line)


@transaction.atomic(durable=True)
def _noted_turn_play(*, public_id: str, user: User, version: int, text: str, line: str) -> TurnResult:
    [author] = locked_people([user])
    made = turn_store(public_id=public_id, user=author, version=version, text=text)
    # The turn may be recorded later than now (LockedGame.recorded_at).
    at = timezone.now()
    check_may_write(author, made.game, at)
    check_text(line)
    if len(line) > NOTE_MAX:
        raise Refused(ChatReason.NOTE_TOO_LONG)
    reader = note_reader(made.seats, made.move.seat)
    if reader is not None and not made.state.over:
        ChatLine.all_lines.create(
            game=made.game, user=author, text=line, created_at=at, reader_id=reader.user_id, move=made.move
        )
        on_commit.note_left(made.game, seats=(made.move.seat, reader.number))
    return made


def note_reader(seats: list[Seat], author: int) -> Seat | None:
    """The seat after the author's, which takes the next turn of the hand. Returns None if no person plays it."""
    following = seats[(author + 1) % len(seats)]
    plays = following.kind == Seat.Kind.PERSON and following.held_by_id == following.user_id
    return following if plays else None


def latest_note() -> Subquery:
    """An annotation of seats: the newest note in the game by or for the seat's player, as {"id", "text", "move",
    "author"}, or None. Notes that staff hid are left out, and for their reader those of blocked or muted authors.
    """
    person = OuterRef("user")
    marked = PersonMark.objects.filter(
        Q(user=OuterRef("reader"), other=OuterRef("user"), kind__in=_HIDING)
        | Q(user=OuterRef("user"), other=OuterRef("reader"), kind=PersonMark.Kind.BLOCK)
    )
    notes: QuerySet[ChatLine] = ChatLine.all_lines.filter(
        Q(user=person) | Q(reader=person) & ~Exists(marked),
        game=OuterRef("game"),
        reader__isnull=False,
        hidden_at=None,
        erased_at=None,
    )
    note = JSONObject(id="pk", text="text", move="move_id", author=F("user_id"))
    return Subquery(notes.order_by("-pk").values(note=note)[:1])


def note_author(game: Game, reader: Seat) -> int | None:
    """The account whose note the table shows to the seat's player at their turn, or None. At most one query, two unless
    the preferences were fetched.
    """
    if game.to_act != reader.number or reader.held_by_id != reader.user_id or not reads_chats(reader.user):
        return None
    turns = Move.objects.valid().filter(hand__game=OuterRef("game"), hand__ended_at=None)
    last = Subquery(turns.order_by("-version").values("pk")[:1])
    rows = Seat.objects.filter(pk=reader.pk).annotate(note=latest_note(), last=last)
    found, last_turn = rows.values_list("note", "last").get()
    note = cast(NoteRow | None, found)
    if note is None or note["move"] != last_turn or note["author"] == reader.user_id:
        return None
    return note["author"]


def may_leave_notes(game: Game, author: User) -> bool:
    """Whether a player who reads chats may write notes. No query."""
    return game.chat_locked_at is None and not author.is_muted
