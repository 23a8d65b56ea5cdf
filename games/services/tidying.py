"""What becomes of offers by the passing of time alone."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Game, Seat
from games.services import notify
from games.services.hands import game_close
from games.services.lobby import game_start_now
from games.services.locking import locked_game, seats_of

# Offers that nobody joined are tidied away after this.
OFFER_LIFE = timedelta(days=14)


@transaction.atomic(durable=True)
def contributions_close(*, public_id: str) -> bool:
    """Start a full game whose time for contributions is up; who sent none has length 0. False when it is not due."""
    game = locked_game(public_id)
    at = timezone.now()
    due = game.contributions_due_at
    if game.status != Game.Status.OPEN or due is None or due > at:
        return False
    seats = seats_of(game)
    for seat in seats:
        if seat.answered_at is None:
            seat.answered_at = at
            seat.save(update_fields=["answered_at"])
    game_start_now(game, seats, at)
    return True


@transaction.atomic(durable=True)
def offer_tidy(*, public_id: str) -> bool:
    """Cancel an offer that nobody joined for 14 days. False when somebody did, or it is younger."""
    game = locked_game(public_id)
    at = timezone.now()
    people = game.seats.filter(kind=Seat.Kind.PERSON).count()
    if game.status != Game.Status.OPEN or people > 1 or game.created_at > at - OFFER_LIFE:
        return False
    game_close(game, Game.Ending.CANCELLED, at)
    game.version += 1
    game.changed_at = at
    game.contributions_due_at = None
    game.save()
    notify.game_changed(game, seats_of(game))
    return True
