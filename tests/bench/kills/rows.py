"""Queries in a shell of a running site: games to play, and stored turns."""

from __future__ import annotations

from typing import TypedDict

from accounts.models import User
from games.engine import verify_record
from games.history.record import game_record
from games.lobby.services import NewGame
from games.models import Game, Move
from tests.bench.kills.programs import Table
from tests.embedded.accounts import account_make
from tests.factories import make_game

LONGEST = 30
"""The target of the games, the highest there is, so that few end during the run."""


class Stored(TypedDict):
    """A stored turn; `version` is the game's after it."""

    game: str
    version: int
    seat: int
    turn: str
    by: str


def tables_make(count: int) -> list[Table]:
    """Start games of two people each, a bot added to every second one."""
    return [_table_make(number) for number in range(count)]


def _table_make(number: int) -> Table:
    handles = [f"program{number}{side}" for side in "ab"]
    keys = dict(zip(handles, map(account_make, handles), strict=True))
    bots = ["berserker"] if number % 2 else []
    new = NewGame(seats=2 + len(bots), target=LONGEST, undo=False, bots=bots)
    game = make_game([User.objects.get(handle=handle) for handle in handles], new)
    seats = game.seats.select_related("user").filter(user__handle__in=handles)
    sessions = {str(seat.number): keys[seat.user.handle] for seat in seats}
    return Table(game=game.public_id, sessions=sessions, bot=bool(bots))


def turns_stored() -> list[Stored]:
    """The stored turns, oldest first."""
    moves = Move.objects.select_related("hand__game").order_by("pk")
    return [
        Stored(game=move.hand.game.public_id, version=move.version, seat=move.seat, turn=move.turn, by=move.by)
        for move in moves
    ]


def faults() -> dict[str, list[str]]:
    """Games whose record does not verify, and why."""
    found = {game.public_id: verify_record(game_record(game, None)) for game in Game.objects.all()}
    return {game: words for game, words in found.items() if words}
