"""Rows that the site computes from finished games: ratings, standings of seasons, totals and the figures of days."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from games.models import DailyFigure, Figure, Game, Pool, RatingChange, Seat
from games.ratings.services import Entrant, KnownSkill, rating_changes
from games.ratings.skill import Skill, season_at, seat_places
from games.ratings.standings import tallies_write
from games.ratings.totals.services import players, totals_rebuild
from tests.bench.million.plan import AGE, Plan
from tests.bench.million.sheets import Sheet

ROWS = 20_000
PEOPLE = 500


class _Taken(NamedTuple):
    """A seat of a rated game."""

    game: int
    ended_at: datetime
    kind: str
    user: int
    points: int
    resigned_at: datetime | None


def results_load(plan: Plan) -> None:
    """Rate all games in the order in which they ended, and write standings, totals and the figures of every day."""
    for pool, users in _changes_load().items():
        ids = sorted(users)
        for begin in range(0, len(ids), PEOPLE):
            tallies_write(pool, ids[begin : begin + PEOPLE], since=0)
    for people in players():
        totals_rebuild(users=people)
    _days_load(plan)


def _changes_load() -> dict[str, set[int]]:
    """Write the rating changes; return the players by pool."""
    known: dict[str, dict[int, KnownSkill]] = {pool: {} for pool in Pool}
    sheet, rows = _changes_sheet(), 0
    with connection.cursor() as cursor:
        for seats in _rated_games():
            first, pool = seats[0], Pool.BOTS if any(seat.kind == Seat.Kind.BOT for seat in seats) else Pool.PEOPLE
            places = seat_places([seat.points for seat in seats], [seat.resigned_at is not None for seat in seats])
            entrants = [Entrant(seat.user, place) for seat, place in zip(seats, places, strict=True)]
            like = RatingChange(game_id=first.game, pool=pool, season=season_at(first.ended_at), at=first.ended_at)
            for row in rating_changes(entrants, known[pool], like):
                known[pool][row.user_id] = KnownSkill(Skill(row.mu, row.sigma), row.season)
                rows += 1
                sheet.add(
                    rows, row.game_id, row.user_id, str(pool), row.season, row.place, row.mu_before, row.sigma_before,
                    row.mu, row.sigma, row.at,
                )  # fmt: skip
                if rows % ROWS == 0:
                    sheet.copy(cursor)
        sheet.copy(cursor)
    return {pool: set(skills) for pool, skills in known.items()}


def _changes_sheet() -> Sheet:
    return Sheet(
        RatingChange, "id", "game_id", "user_id", "pool", "season", "place", "mu_before", "sigma_before", "mu", "sigma",
        "at",
    )  # fmt: skip


def _rated_games() -> Iterator[list[_Taken]]:
    """The seats of each rated game with a scored hand, in order."""
    seats = Seat.objects.filter(
        game__rated=True, game__counts_for_rating=True, game__status=Game.Status.FINISHED
    ).exclude(game__ending=Game.Ending.RESIGNED)
    rows: QuerySet[Seat, Any] = seats.order_by("game__ended_at", "game", "number").values_list(
        "game", "game__ended_at", "kind", "user", "points", "resigned_at"
    )
    for _game, group in groupby((_Taken(*row) for row in rows.iterator()), key=lambda seat: seat.game):
        yield list(group)


def _days_load(plan: Plan) -> None:
    days = [(plan.now - timedelta(days=back)).date() for back in range(1, AGE.days)]
    DailyFigure.objects.bulk_create(
        DailyFigure(day=day, name=figure, value=plan.games // AGE.days) for day in days for figure in Figure
    )
