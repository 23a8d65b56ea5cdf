"""Caches views of tables until something changes for their viewer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from django.utils import timezone

from accounts.fast.caches import LruCache
from accounts.models import User
from games.models import Game
from games.play.selectors import game_deadline
from games.table.missed import begins
from games.table.reading.rows import TableRows, took_days
from games.table.view_model import TableView
from games.web.cached.fragments import at_reader

# Some 30 kB each.
MAX_ENTRIES: Final = 200

view_cache: Final[LruCache[TableView]] = LruCache("views", MAX_ENTRIES)


def view_key(
    game: Game, user: User | None, digest: bytes | None, *, past: int | None, missed_from: int | None
) -> Hashable | None:
    """The cache key of a view, or None if the view must not be cached. `digest` is that of the game's rows. The key has
    the minute, because clocks stop and go on at full minutes. Nothing is cached just after the game began for a player
    who may be shown what they missed of it.
    """
    now = timezone.now()
    if digest is None or past is not None or game.ended_at is not None:
        return None
    if missed_from is not None and begins(game, now):
        return None
    row = game_deadline(game)
    minute = int(now.timestamp() // 60) if row is not None and row.due_at is not None else None
    return game.pk, None if user is None else user.pk, digest, missed_from, minute, at_reader()


def may_cache(view: TableView, rows: TableRows) -> bool:
    """Whether the view depends only on rows that are in the digest, so not on moderators' acts or days off. Missed
    turns must not be cached either, because they are shown only once.
    """
    return view.missed is None and not rows.acts and not any(map(took_days, rows.seats))
