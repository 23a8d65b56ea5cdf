"""Rules for taking back a turn."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from games.models import Deadline, Game, Hand, Move, Seat, TakeBack
from games.models.game_setup import GameSetup
from games.outbox.schedule import UNDO_WAIT

# More would confuse players and waste emails.
MAX_UNDOS_A_HAND = 3


def allows_undo(game: GameSetup) -> bool:
    """Whether turns can be taken back: not at live paces, and not in rated games."""
    return game.undo and not game.rated and not game.plays_live


def may_undo(game: Game, seat: Seat, last: Move | None, clock: Deadline | None) -> bool:
    """Whether the seat's player may take back `last`, the hand's last valid turn. The wait after it must be unchanged:
    a take-back or new holder loses the time left for the turn.
    """
    return (
        allows_undo(game)
        and game.status == Game.Status.RUNNING
        and last is not None
        and last.seat == seat.number
        and last.actor_id == seat.user_id == seat.held_by_id
        and last.by in (Move.By.PLAYER, Move.By.AUTO)
        and clock is not None
        and clock.version == last.version
        and clock.left_before is not None
    )


def undo_wait(game: Game, acted: Seat, hand: Hand) -> timedelta:
    """How long the notification of the next turn waits for `acted`, who took the last turn. No turn can be taken back
    in a new hand, and bots take none back.
    """
    return UNDO_WAIT if allows_undo(game) and hand.turns_count and not acted.held_by.is_bot else timedelta()


def undo_count(rows: Iterable[TakeBack], seat: Seat) -> int:
    return sum(row.actor_id == seat.user_id for row in rows)
