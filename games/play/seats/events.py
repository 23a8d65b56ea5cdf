"""The record's events outside turns."""

from games.models import GameEvent, Seat
from games.play.locking import LockedGame


def seat_event_write(locked: LockedGame, seat: Seat, kind: GameEvent.Kind) -> None:
    """Record an event at the game's new version (RECORDS.md)."""
    hand = locked.hand
    GameEvent.objects.create(
        game=locked.game,
        kind=kind,
        seat=seat.number,
        hand_number=hand.number,
        after_turn=hand.turns_count,
        version=locked.game.version,
        created_at=locked.recorded_at,
    )
