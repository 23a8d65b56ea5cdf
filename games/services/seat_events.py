"""The log of what befell seats outside their turns."""

from datetime import datetime

from games.models import Game, GameEvent, Hand, Seat


def seat_event_write(game: Game, hand: Hand, seat: Seat, kind: GameEvent.Kind, at: datetime) -> None:
    """Add an event to the game's record (INTERFACES, `events`). The game's row is locked, its version grown."""
    GameEvent.objects.create(
        game=game,
        kind=kind,
        seat=seat.number,
        hand_number=hand.number,
        after_turn=hand.turns_count,
        version=game.version,
        created_at=at,
    )
