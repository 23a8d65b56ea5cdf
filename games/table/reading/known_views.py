"""Views that this process keeps as long as nothing changes for their viewer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from django.utils import timezone

from accounts.latest import Latest
from accounts.models import User
from games.models import Game
from games.play.selectors import game_deadline
from games.table.missed import begins
from games.table.reading.rows import TableRows, took_days
from games.table.view_model import TableView
from games.web.kept.fragments import at_reader

# Some 30 kB each.
KEPT: Final = 200

known_views: Final[Latest[TableView]] = Latest(KEPT)


def view_key(
    game: Game, user: User | None, digest: bytes | None, *, past: int | None, missed_from: int | None
) -> Hashable | None:
    """Of all that a view depends on, if `digest` is that of the game's rows; None for views that are not kept. Clocks
    stop and go on at full minutes; what a player missed while the game began is told soon after.
    """
    now = timezone.now()
    if digest is None or past is not None or game.ended_at is not None:
        return None
    if missed_from is not None and begins(game, now):
        return None
    row = game_deadline(game)
    minute = int(now.timestamp() // 60) if row is not None and row.due_at is not None else None
    return game.pk, None if user is None else user.pk, digest, missed_from, minute, at_reader()


def may_keep(view: TableView, rows: TableRows) -> bool:
    """False if the view also depends on rows that the digest leaves out, of moderators' acts and days away, or shows
    missed turns, which are shown once.
    """
    return view.missed is None and not rows.acts and not any(map(took_days, rows.seats))
