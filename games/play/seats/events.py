"""The record's events outside turns."""

from games.models import GameEvent, Seat
from games.play.locking import LockedGame


def seat_event_write(locked: LockedGame, seat: Seat, kind: GameEvent.Kind) -> None:
    """Add an event to the record (INTERFACES, `events`) at the game's new version."""
    hand = locked.hand
    GameEvent.objects.create(
        game=locked.game,
        kind=kind,
        seat=seat.number,
        hand_number=hand.number,
        after_turn=hand.turns_count,
        version=locked.game.version,
        created_at=locked.now,
    )
