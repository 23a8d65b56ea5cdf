"""Private notes on a game, read by their writer only."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.visible_text import text_shows
from games.errors import NoSuchGame, Refused
from games.history.errors import NoteReason
from games.models import Game, GameNote, Seat
from games.models.private_note import NOTE_MAX
from games.people.locking import locked_people


@transaction.atomic(durable=True)
def note_keep(*, public_id: str, user: User, text: str, seen: datetime | None) -> GameNote | None:
    """Keep the person's note on a game; a blank text deletes it and returns None.

    `seen`: when the edited note was last changed (None: there was none), so that other devices' edits are not
    overwritten. Locks the account. Raises NoSuchGame without a seat, Refused(TOO_LONG, CHANGED, ACCOUNT_CLOSED).
    """
    if len(text) > NOTE_MAX:
        raise Refused(NoteReason.TOO_LONG)
    [user] = locked_people([user])
    game = Game.objects.filter(public_id=public_id, seats__user=user, seats__kind=Seat.Kind.PERSON).first()
    if game is None:
        raise NoSuchGame(public_id)
    row = GameNote.objects.filter(game=game, user=user).first()
    if (row.text if row else "") == text:
        return row
    if (row.changed_at if row else None) != seen:
        raise Refused(NoteReason.CHANGED)
    if not text_shows(text):
        GameNote.objects.filter(game=game, user=user).delete()
        return None
    row = row or GameNote(game=game, user=user)
    row.text, row.changed_at = text, timezone.now()
    row.save()
    return row


def noted_game(public_id: str, user: User) -> Game:
    """The game, for a person who has or had a seat. Raises NoSuchGame for others."""
    game = Game.objects.filter(public_id=public_id, seats__user=user, seats__kind=Seat.Kind.PERSON).first()
    if game is None:
        raise NoSuchGame(public_id)
    return game


def private_note(game: Game, user: User) -> GameNote | None:
    return GameNote.objects.filter(game=game, user=user).first()
