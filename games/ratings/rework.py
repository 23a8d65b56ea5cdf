"""Recalculates ratings from a game on, after a game stopped counting or came in late.

It works in steps with their own transactions, so that other games can end. These are rated by what is known then, and
corrected when the work reaches them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import groupby

from django.db import transaction
from django.db.models import Q

from accounts.sweeps import sweep
from games.models import Pool, RatingChange, RatingRework, Seat
from games.ratings.services import Entrant, KnownSkill, game_entrants, known_before, pool_lock, rating_changes
from games.ratings.skill import Skill, season_at
from games.ratings.standings import tallies_write

log = logging.getLogger(__name__)

# Changes recalculated in one transaction; players whose standings are written together.
CHUNK = 500
# Seconds for one run; the next sweep continues.
BUDGET_S = 20


@sweep(every=timedelta(seconds=30))
def ratings_rework() -> int:
    """Recalculate the ratings that are due; return the number of steps."""
    end, steps = time.monotonic() + BUDGET_S, 0
    for pool in Pool:
        while time.monotonic() < end and rework_step(pool=pool):
            steps += 1
    return steps


@transaction.atomic(durable=True)
def rework_step(*, pool: str) -> bool:
    """Recalculate the next changes or, after the last, write ratings and standings. False without work."""
    pool_lock(pool)
    work = RatingRework.objects.filter(pool=pool).first()
    if work is None:
        return False
    games = _next_games(work)
    if games:
        _work_out(pool, games)
        last = games[-1][0]
        work.next_at, work.next_game = last.at, last.game_id + 1
        work.save(update_fields=["next_at", "next_game"])
    else:
        _write_all(work)
        work.delete()
    return True


def _next_games(work: RatingRework) -> list[list[RatingChange]]:
    """The changes of the next games, whole games in order."""
    here = Q(at=work.next_at, game__gte=work.next_game) | Q(at__gt=work.next_at)
    rows = RatingChange.objects.filter(here, pool=work.pool, at__gte=work.next_at).order_by("at", "game", "user")
    found = list(rows[:CHUNK])
    games = [list(group) for _game, group in groupby(found, key=lambda row: row.game_id)]
    return games[:-1] if len(found) == CHUNK else games


def _work_out(pool: str, games: list[list[RatingChange]]) -> None:
    """Recalculate the changes of these games. A game that fails keeps its old changes, and later ones build on what was
    known before it.
    """
    first = games[0][0]
    users = {row.user_id for rows in games for row in rows}
    known = known_before(pool, users, first.at, first.game_id)
    entrants = _entrants([rows[0].game_id for rows in games])
    changed = []
    for rows in games:
        try:
            anew = _recalculated(rows, entrants[rows[0].game_id], known)
        except Exception:
            log.exception("the ratings of game %s cannot be computed again", rows[0].game_id)
            continue
        known |= {row.user_id: KnownSkill(Skill(row.mu, row.sigma), row.season) for row in anew}
        changed += anew
    RatingChange.objects.bulk_update(changed, ["place", "mu_before", "sigma_before", "mu", "sigma"])


def _recalculated(
    rows: list[RatingChange], entrants: list[Entrant], known: Mapping[int, KnownSkill]
) -> list[RatingChange]:
    old = {row.user_id: row.pk for row in rows}
    anew = rating_changes(entrants, known, rows[0])
    for row in anew:
        row.pk = old[row.user_id]
    return anew


def _entrants(games: list[int]) -> dict[int, list[Entrant]]:
    seats = Seat.objects.filter(game__in=games).select_related("user").order_by("game", "number")
    return {game: game_entrants(rows) for game, rows in groupby(seats, key=lambda seat: seat.game_id)}


def _write_all(work: RatingRework) -> None:
    """Write the ratings of all who played since the first game."""
    since = RatingChange.objects.filter(pool=work.pool, at__gte=work.from_at)
    for users in _in_chunks(list(since.order_by("user").values_list("user", flat=True).distinct())):
        tallies_write(work.pool, users, since=season_at(work.from_at))


def _in_chunks(users: list[int]) -> Iterator[list[int]]:
    for begin in range(0, len(users), CHUNK):
        yield users[begin : begin + CHUNK]
