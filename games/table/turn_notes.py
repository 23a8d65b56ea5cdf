"""The note that came with the last turn, as its reader and its author see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from games.chat.readers import reads_chats
from games.chat.turn_notes import NoteRow, may_leave_notes, note_reader
from games.models import Game, Move, Seat
from games.table.players import Player


@dataclass(frozen=True, slots=True)
class TurnNotes:
    """`received`: the note for the viewer, by `author`; `line_id`: its message's id. `sent`: the viewer's own, to
    `sent_to`. `to`: the player who gets a note with the viewer's turn, or None.
    """

    received: str = ""
    author: Player | None = None
    line_id: int = 0
    sent: str = ""
    sent_to: Player | None = None
    to: Player | None = None


NO_NOTES = TurnNotes()


def turn_notes(
    game: Game, mine: Seat | None, seats: list[Seat], players: Sequence[Player], last: Move | None
) -> TurnNotes:
    """The notes at the newest hand's `last` turn. `mine`: the seat that the viewer plays, as `rows_read` reads it. No
    query.
    """
    if mine is None or game.ended_at is not None or not reads_chats(mine.user):
        return NO_NOTES
    reader = note_reader(seats, mine.number) if may_leave_notes(game, mine.user) else None
    to = None if reader is None else players[reader.number]
    row = cast(NoteRow | None, getattr(mine, "note", None))
    if row is None or last is None or row["move"] != last.pk:
        return TurnNotes(to=to)
    if row["author"] == mine.user_id:
        return TurnNotes(sent=row["text"], sent_to=players[(mine.number + 1) % len(players)], to=to)
    author = next((player for player in players if player.pk == row["author"]), None)
    if author is None or game.to_act != mine.number:
        return TurnNotes(to=to)
    return TurnNotes(row["text"], author, row["id"], to=to)
