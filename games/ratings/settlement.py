"""Settles ended games: figures of seats, ratings, totals of players."""

from __future__ import annotations

import logging
import time
from dataclasses import asdict
from datetime import timedelta

from django.db import transaction

from accounts.sweeps import sweep
from games import on_commit
from games.engine import IllegalTurn
from games.models import Game, SeatFigures
from games.play.locking import ENDED, lock_game_if
from games.ratings.seat_figures import seat_counts
from games.ratings.services import game_rate
from games.ratings.totals.services import totals_add

log = logging.getLogger(__name__)

# Games and seconds for one sweep.
BATCH = 500
BUDGET_S = 10


@transaction.atomic(durable=True)
def game_settle(*, game_id: int) -> bool:
    """Write figures, ratings and totals once, and notify open pages of ratings. Returns False if there was nothing to
    do.
    """
    locked = lock_game_if(game_id, status=ENDED)
    if locked is None or locked.game.settled_at is not None:
        return False
    game = locked.game
    if game.status == Game.Status.FINISHED:
        _figures_write(game)
    game_rate(game)
    game.settled_at = locked.now
    game.save(update_fields=["settled_at"])
    if game.status == Game.Status.FINISHED:
        totals_add(game)
    if game.rated:
        on_commit.game_reannounced(game)
    return True


def _figures_write(game: Game) -> None:
    """Write the figures of all seats. A game whose turns the rules refuse has none; its result stays."""
    try:
        counts = seat_counts(game)
    except (IllegalTurn, ValueError):
        log.exception("the figures of game %s cannot be computed from its turns", game.public_id)
        return
    seats = game.seats.order_by("number")
    rows = [SeatFigures(seat=seat, **asdict(counts[seat.number])) for seat in seats]
    SeatFigures.objects.bulk_create(rows, ignore_conflicts=True)


@sweep(every=timedelta(seconds=30))
def settling_sweep() -> int:
    """Settle games in the order in which they ended. The next sweep retries failures."""
    waiting = Game.objects.filter(status__in=ENDED, settled_at__isnull=True).order_by("ended_at", "pk")
    end, settled = time.monotonic() + BUDGET_S, 0
    for game_id in list(waiting.values_list("pk", flat=True)[:BATCH]):
        if time.monotonic() > end:
            break
        try:
            settled += game_settle(game_id=game_id)
        except Exception:
            log.exception("game %s cannot be settled", game_id)
    return settled
