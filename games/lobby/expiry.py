"""Starts full offers, and cancels old ones that no one joined."""

from datetime import timedelta

from django.db import transaction

from games import on_commit
from games.lobby.services import game_start_now
from games.models import Game, Seat
from games.play.deal import game_close
from games.play.locking import LockedGame, lock_game

OFFER_LIFE = timedelta(days=14)


@transaction.atomic(durable=True)
def contributions_close(*, public_id: str) -> bool:
    """Start a full game once contributions are due; missing ones are empty. False if not due."""
    locked = lock_game(public_id)
    game, due = locked.game, locked.game.contributions_due_at
    if game.status != Game.Status.OPEN or due is None or due > locked.now:
        return False
    game_start_unanswered(locked)
    return True


def game_start_unanswered(locked: LockedGame) -> None:
    """Start a full game; missing contributions are empty."""
    for seat in locked.seats:
        if seat.answered_at is None:
            seat.answered_at = locked.now
            seat.save(update_fields=["answered_at"])
    game_start_now(locked)


@transaction.atomic(durable=True)
def offer_expire(*, public_id: str) -> bool:
    """Cancel an offer that no other person joined. False if not due."""
    locked = lock_game(public_id)
    game = locked.game
    people = game.seats.filter(kind=Seat.Kind.PERSON).count()
    if game.status != Game.Status.OPEN or people > 1 or game.created_at > locked.now - OFFER_LIFE:
        return False
    offer_close(locked)
    return True


def offer_close(locked: LockedGame) -> None:
    """Cancel an open game."""
    game = locked.game
    game_close(locked, Game.Ending.CANCELLED)
    locked.next_version()
    game.contributions_due_at = None
    game.save()
    on_commit.game_changed(game, locked.seats)
