"""Who sits, and sat, at a game's seats, as one viewer reads of them."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.models import Seat
from games.selectors.formers import Former
from games.selectors.names import seat_names
from games.selectors.table.shapes import Player


def players_of(seats: Sequence[Seat], mine: Seat | None) -> list[Player]:
    """The players of all seats of a game, in order and with their accounts; `mine` is the viewer's."""
    return [_player(seat, name, mine) for seat, name in zip(seats, seat_names(seats), strict=True)]


def _player(seat: Seat, name: str, mine: Seat | None) -> Player:
    linked = not seat.user.is_bot and seat.user.erased_at is None
    return Player(
        pk=seat.user_id,
        name=name,
        handle=seat.user.handle if linked else "",
        seat=seat.number,
        is_me=mine is not None and seat.number == mine.number,
        is_bot=seat.kind == Seat.Kind.BOT,
    )


def former_player(former: Former, user: User | None) -> Player:
    """Who had the seat; of their turns the one who had it is told as of own ones, wherever they look from."""
    person = former.user
    handle = "" if person.erased_at is not None else person.handle
    is_me = user is not None and user.pk == person.pk
    return Player(pk=person.pk, name=person.name, handle=handle, seat=former.seat, is_me=is_me, is_bot=False)
