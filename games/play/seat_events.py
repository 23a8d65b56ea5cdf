"""The log of what happens to seats outside their turns."""

from games.models import GameEvent, Seat
from games.play.locking import LockedGame


def seat_event_write(locked: LockedGame, seat: Seat, kind: GameEvent.Kind) -> None:
    """Add an event to the game's record (INTERFACES, `events`) at the version that it leads to."""
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
