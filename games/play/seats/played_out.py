"""Plays games to their end whose date has come."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.sweeps import sweep
from games.models import Game, Seat
from games.play.locking import RUNNING, lock_game_if
from games.play.seats.services import seat_hand_over

BATCH = 500


@sweep(every=timedelta(minutes=1))
def endings_sweep() -> int:
    """Give all seats to stand-in bots in running games that should be over by now. A game that a moderator paused
    follows once it is resumed.
    """
    late = Game.objects.filter(ends_by__lte=timezone.now(), ended_at__isnull=True, status=Game.Status.RUNNING)
    held = late.filter(seats__held_by__is_bot=False).distinct().order_by("ends_by", "pk")
    return sum(game_play_out(game_id=game_id) for game_id in list(held.values_list("pk", flat=True)[:BATCH]))


@transaction.atomic(durable=True)
def game_play_out(*, game_id: int) -> bool:
    """Give the seats that people play to stand-in bots. False if the game is not due."""
    locked = lock_game_if(game_id, status=RUNNING)
    if locked is None or locked.game.ends_by is None or locked.game.ends_by > locked.now:
        return False
    for seat in locked.seats:
        if seat.kind == Seat.Kind.PERSON and not seat.held_by.is_bot:
            seat_hand_over(locked, seat)
    return True
