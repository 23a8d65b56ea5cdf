"""Caches games whose latest turn this process stored, so that the next turn need not read game, hand and clock again.

In each row, PostgreSQL keeps the id of the transaction that wrote it, `xmin`. It changes with every change of the row,
in whichever process. A cached game is used only under the game's lock, and only if all three rows are still those that
the turn wrote. Seats and people are read each time. Part of what they hold is secret, and the time a turn takes must
not reveal that it changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from accounts.fast.caches import LruCache
from accounts.fast.pipeline import execute, pipeline
from accounts.models import User
from games.models import Deadline, Game, Hand
from games.play.locking import SEATS, LockedGame

# Some 10 kB each.
MAX_ENTRIES: Final = 500
_LOCK: Final = f'SELECT FROM "{Game._meta.db_table}" WHERE id = %s FOR UPDATE'
# Sent after the lock, because a statement sees only what was stored before it began.
_IS_CURRENT: Final = f"""
SELECT FROM "{Game._meta.db_table}" g, "{Hand._meta.db_table}" h, "{Deadline._meta.db_table}" d
WHERE g.id = %s AND h.id = %s AND d.game_id = g.id AND %s = ALL (ARRAY[g.xmin::text, h.xmin::text, d.xmin::text])
"""


class _Cached(NamedTuple):
    """A game and its hand. `row_version` is the `xmin` of both rows and of the deadline's."""

    game: Game
    hand: Hand
    row_version: str


_games: Final[LruCache[_Cached]] = LruCache("games", MAX_ENTRIES)


def cached_game_lock(public_id: str, player: User, version: int) -> LockedGame | None:
    """Lock the cached game for `player`, who must have a seat in it. Returns None if it is not cached at `version` or
    has changed since. One round trip. Raises NoSuchGame.
    """
    # Taken out, so that no other thread can use it. Requests with another version leave it there.
    cached = _games.pop(public_id, lambda found: found.game.version == version)
    if cached is None:
        return None
    game, hand, row_version = cached
    with pipeline():
        execute(_LOCK, [game.pk], typed=False)
        current = execute(_IS_CURRENT, [game.pk, hand.pk, row_version], typed=False)
        seats = SEATS.send(key=game.pk)
    if not current.rows:
        return None
    locked = LockedGame.of_rows(game, seats.fetch(), [hand])
    locked.admit(player, holds=True)
    return locked


def game_cache(locked: LockedGame, row_version: str) -> None:
    """Cache the game after a turn that wrote its rows with `row_version`. Nothing else may write them in the same
    transaction afterwards. The next turn changes the instances in `locked`, perhaps in another thread.
    """
    if row_version:
        _games.put(locked.game.public_id, _Cached(locked.game, locked.hand, row_version))
