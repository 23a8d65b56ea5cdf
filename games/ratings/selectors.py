"""Ratings to show: leaders of a season, a player's place, rating and certainty."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, Literal

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.fast.queries import OTHER_SAMPLE_ID, SAMPLE_ID, SAMPLE_SMALL, SAMPLE_TIME, PreparedQuery
from accounts.models import User
from games.models import Game, Pool, Rating, RatingChange, SeasonStanding
from games.ratings.skill import Skill, rating_score, season_at, season_from_number, season_number

MIN_GAMES = 5
"""Rated games in a season needed for a place in its list."""

MIN_OPPONENTS = 3
"""Different opponents needed among people, so that closed circles stay out."""

LEADERS_PAGE = 50
MAX_PLACE = 10_000
"""Lower places are shown without a number."""

SEASONS_SHOWN = 12
HISTORY = 60
"""Latest games in a player's chart."""

# Limits of `sigma` for "sure" and "fairly sure": after some 100 and some 20 games.
SURE_TO = 3.0
FAIRLY_TO = 5.5

_STEP: Final = ("at", "place", "mu_before", "sigma_before", "mu", "sigma", "game__public_id", "game__visibility")
_FIRST_SEASON: Final = PreparedQuery(
    lambda pool: SeasonStanding.objects.filter(pool=pool).order_by("season").values_list("season")[:1], pool="(a pool)"
)
_RATINGS: Final = PreparedQuery(lambda user: Rating.objects.filter(user_id=user), user=SAMPLE_ID)
_STANDINGS: Final = PreparedQuery(
    lambda user, season: SeasonStanding.objects.filter(user_id=user, season=season),
    user=SAMPLE_ID,
    season=OTHER_SAMPLE_ID,
)
_STEPS: Final = PreparedQuery(
    lambda user, pool: (
        RatingChange.objects.filter(user_id=user, pool=pool).order_by("-at", "-game").values_list(*_STEP)[:HISTORY]
    ),
    user=SAMPLE_ID,
    pool="(a pool)",
)
_MARK = re.compile(r"(-?[0-9]{1,9})\.([0-9]{1,18})")
Sureness = Literal["sure", "fairly", "rough"]


@dataclass(frozen=True, slots=True)
class Leader:
    """A row of the list; equal scores share a `place`, None beyond MAX_PLACE."""

    place: int | None
    user: User
    score: int
    games: int
    wins: int
    is_me: bool


@dataclass(frozen=True, slots=True)
class Leaders:
    """A page of a season's list; `after` begins the next one, "" on the last. `mine`: the viewer's row on any page.
    `missing`: rated games that the viewer lacks for a row; `met`: their opponents if too few; otherwise None.
    """

    pool: str
    season: int
    rows: tuple[Leader, ...]
    after: str
    mine: Leader | None
    missing: int | None
    met: int | None


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in a pool, and how settled it is."""

    pool: Pool
    score: int
    sureness: Sureness
    games: int
    season_games: int
    best: int

    @property
    def provisional(self) -> bool:
        return self.games < MIN_GAMES


@dataclass(frozen=True, slots=True)
class RatingStep:
    """The effect of a rated game; `game` is "" if not public."""

    at: datetime
    place: int
    before: int
    score: int
    game: str

    @property
    def gain(self) -> int:
        return self.score - self.before


@dataclass(frozen=True, slots=True)
class GameRating:
    """A player's score before and after a game. `provisional`: it was one of the first MIN_GAMES - 1 in its pool."""

    before: int
    after: int
    provisional: bool


def season_now() -> int:
    return season_at(timezone.now())


def seasons(pool: str) -> list[int]:
    """The seasons, newest first, at most SEASONS_SHOWN. One query."""
    now = season_number(season_now())
    firsts = [season_number(first) for (first,) in _FIRST_SEASON.fetch(pool=pool)]
    begin = max(firsts[0], now - SEASONS_SHOWN + 1) if firsts else now
    return [season_from_number(number) for number in range(now, begin - 1, -1)]


def leaders(pool: str, season: int, viewer: User | None, after: str = "") -> Leaders:
    """A page of the leaderboard after the mark `after`; the first page if that is no mark. At most five queries."""
    rows = _listed(pool, season)
    mark = _mark(after)
    found = (
        _FIRST_LEADERS.fetch(pool=pool, season=season, at=timezone.now(), opponents=_least_opponents(pool))
        if mark is None
        else list(_leaders(rows.filter(Q(score=mark[0], user__gt=mark[1]) | Q(score__lt=mark[0]))))
    )
    shown, rest = found[:LEADERS_PAGE], found[LEADERS_PAGE:]
    last = shown[-1] if shown else None
    places = _placed_leaders(shown, rows, viewer, first=mark is None)
    here = next((row for row in places if row.is_me), None)
    mine, missing, met = _own(pool, season, viewer) if here is None else (here, None, None)
    return Leaders(
        pool=pool,
        season=season,
        rows=tuple(places),
        after=f"{last.score}.{last.user_id}" if rest and last is not None else "",
        mine=mine,
        missing=missing,
        met=met,
    )


def _listed(pool: str, season: int) -> QuerySet[SeasonStanding]:
    """Open accounts, not suspended, with enough games and opponents."""
    return _season_list(pool, season, timezone.now(), _least_opponents(pool))


def _season_list(pool: str, season: int, at: datetime, opponents: int) -> QuerySet[SeasonStanding]:
    return SeasonStanding.objects.filter(
        Q(user__suspended_until__isnull=True) | Q(user__suspended_until__lte=at),
        pool=pool,
        season=season,
        games__gte=MIN_GAMES,
        opponents__gte=opponents,
        user__is_active=True,
        user__erased_at__isnull=True,
    )


def _leaders(rows: QuerySet[SeasonStanding]) -> QuerySet[SeasonStanding]:
    """A page, and one more."""
    return rows.select_related("user").order_by("-score", "user")[: LEADERS_PAGE + 1]


_FIRST_LEADERS: Final = PreparedQuery(
    lambda pool, season, at, opponents: _leaders(_season_list(pool, season, at, opponents)),
    pool="(a pool)",
    season=OTHER_SAMPLE_ID,
    at=SAMPLE_TIME,
    opponents=SAMPLE_SMALL,
)


def _least_opponents(pool: str) -> int:
    return MIN_OPPONENTS if pool == Pool.PEOPLE else 0


def _mark(after: str) -> tuple[int, int] | None:
    """Score and account of the last row of the page before."""
    found = _MARK.fullmatch(after)
    return None if found is None else (int(found[1]), int(found[2]))


def _placed_leaders(
    shown: list[SeasonStanding], rows: QuerySet[SeasonStanding], viewer: User | None, *, first: bool
) -> list[Leader]:
    if not shown:
        return []
    top = shown[0]
    # Rows above the page and the place of its first row: 0 and 1 on the first page.
    above = 0 if first else _count(rows.filter(Q(score__gt=top.score) | Q(score=top.score, user__lt=top.user_id)))
    places = [1 if first else _place(rows, top.score)]
    for at, (row, below) in enumerate(pairwise(shown), 1):
        same = row.score == below.score
        places.append(places[-1] if same else None if above > MAX_PLACE else above + at + 1)
    return [_leader(row, place, viewer) for row, place in zip(shown, places, strict=True)]


def _leader(row: SeasonStanding, place: int | None, viewer: User | None) -> Leader:
    mine = viewer is not None and row.user_id == viewer.pk
    return Leader(place, row.user, row.score, row.games, row.wins, mine)


def _place(rows: QuerySet[SeasonStanding], score: int) -> int | None:
    above = _count(rows.filter(score__gt=score))
    return above + 1 if above < MAX_PLACE else None


def _count(rows: QuerySet[SeasonStanding]) -> int:
    """The number of rows, at most MAX_PLACE + 1."""
    return rows.order_by()[: MAX_PLACE + 1].count()


def _own(pool: str, season: int, viewer: User | None) -> tuple[Leader | None, int | None, int | None]:
    """The viewer's row; games they lack; opponents they met if too few."""
    if viewer is None:
        return None, None, None
    row = next((row for row in _STANDINGS.fetch(user=viewer.pk, season=season) if row.pool == pool), None)
    games, met = (row.games, row.opponents) if row is not None else (0, 0)
    short_of = met if met < _least_opponents(pool) else None
    if row is None or games < MIN_GAMES:
        return None, MIN_GAMES - games, short_of
    if short_of is not None:
        return None, None, short_of
    row.user = viewer
    return _leader(row, _place(_listed(pool, season), row.score), viewer), None, None


def pool_ratings(user: User) -> list[PoolRating]:
    """People first; [] before the first rated game. Two queries."""
    ratings = {row.pool: row for row in _RATINGS.fetch(user=user.pk)}
    if not ratings:
        return []
    standings = {row.pool: row for row in _STANDINGS.fetch(user=user.pk, season=season_now())}
    return [_pool_rating(ratings[pool], standings.get(pool)) for pool in Pool if pool in ratings]


def _pool_rating(rating: Rating, standing: SeasonStanding | None) -> PoolRating:
    score = rating_score(Skill(rating.mu, rating.sigma))
    return PoolRating(
        pool=Pool(rating.pool),
        score=score,
        sureness="sure" if rating.sigma <= SURE_TO else "fairly" if rating.sigma <= FAIRLY_TO else "rough",
        games=rating.games,
        season_games=standing.games if standing is not None else 0,
        best=standing.best_score if standing is not None else score,
    )


def history(user: User, pool: str) -> list[RatingStep]:
    """The rated games, oldest first; private ones without address. One query."""
    return [_step(*row) for row in reversed(_STEPS.fetch(user=user.pk, pool=pool))]


def game_steps(game: Game) -> dict[int, RatingStep]:
    """The game's effects by account id; {} if it is not rated (yet). One query."""
    rows = RatingChange.objects.filter(game=game).values_list("user_id", *_STEP)
    return {user_id: _step(*row) for user_id, *row in rows}


def game_rating(game: Game, user: User) -> GameRating | None:
    """The user's rating before and after the game; None if it is not rated (yet). One query."""
    for mu_before, sigma_before, mu, sigma, sure in _GAME_RATING.fetch(game=game.pk, user=user.pk):
        before, after = rating_score(Skill(mu_before, sigma_before)), rating_score(Skill(mu, sigma))
        return GameRating(before, after, provisional=not sure)
    return None


def _game_rating(game: int, user: int) -> QuerySet[Any, tuple[float, float, float, float, bool]]:
    earlier = RatingChange.objects.filter(
        Q(at=OuterRef("at"), game__lt=OuterRef("game")) | Q(at__lt=OuterRef("at")),
        user=OuterRef("user"),
        pool=OuterRef("pool"),
    )
    sure = Exists(earlier.order_by("-at")[MIN_GAMES - 2 : MIN_GAMES - 1])
    rows = RatingChange.objects.filter(game=game, user=user).annotate(sure=sure)
    return rows.values_list("mu_before", "sigma_before", "mu", "sigma", "sure")


_GAME_RATING: Final = PreparedQuery(_game_rating, game=SAMPLE_ID, user=OTHER_SAMPLE_ID)


def _step(
    at: datetime, place: int, mu_before: float, sigma_before: float, mu: float, sigma: float, game: str, seen_by: str
) -> RatingStep:
    return RatingStep(
        at=at,
        place=place,
        before=rating_score(Skill(mu_before, sigma_before)),
        score=rating_score(Skill(mu, sigma)),
        game=game if seen_by == Game.Visibility.PUBLIC else "",
    )
