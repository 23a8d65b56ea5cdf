"""Players, the leaderboard and the bots, with what their pages show."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from accounts.models import User
from games.api.auth import READ
from games.api.bots import OutsideBotSummary, bot_facts
from games.api.problems import NoSuchPlayer
from games.api.schemas import Username, errors
from games.bots import REGISTRY
from games.ladder.selectors import outside_bots
from games.lobby.bot_words import LEVELS, WAYS
from games.lobby.selectors import bot_victories
from games.models import Pool
from games.outside_bots.selectors import outside_bot
from games.people.reliability import reliability
from games.play.bot_accounts import bot_handles
from games.ratings.duplicate_leaders import duplicate_rating
from games.ratings.profile import player, tallies
from games.ratings.selectors import PoolRating, leaders, pool_ratings, season_now
from games.web.paging import MAX_PAGE

router: Final = Router(tags=["players"], exclude_unset=True)
PoolName = Literal["people", "bots"]
# A season is a year and a quarter, such as 20264.
FIRST_SEASON: Final = 20_001
LAST_SEASON: Final = 99_994


class RatingSummary(Schema):
    """The rating against people or in games with bots."""

    pool: PoolName
    score: int
    provisional: bool = Field(description="Fewer than five rated games.")
    sureness: Literal["sure", "fairly", "rough"]
    games: int
    season_games: int
    best: int = Field(description="The best of this season.")


class GamesSummary(Schema):
    """The finished games of a number of players, private ones included. `won`: alone or shared."""

    pool: PoolName
    seats: int
    played: int
    won: int


class TurnsInTime(Schema):
    """The turns of the latest 50 games, joined within six months. `percent`: null for new players."""

    in_time: int
    late: int
    percent: int | None


class LuckAdjusted(Schema):
    """Points fewer than others in a hand with the same cards."""

    figure: float
    hands: int


class PlayerProfile(Schema):
    """A person or a bot."""

    username: str
    kind: Literal["person", "bot"]
    guest: bool
    since: str | None = Field(description="The month in which a person joined, such as 2026-11.")
    ratings: list[RatingSummary]
    finished: list[GamesSummary]
    turns: TurnsInTime | None = Field(description="Null for bots of this site.")
    luck_adjusted: LuckAdjusted | None = Field(description="Null with too few compared hands.")
    bot: OutsideBotSummary | None = Field(description="What a bot from outside plays; null for others.")


class LeaderSummary(Schema):
    """A row. Equal scores share a place; `place` is null below 10,000."""

    place: int | None
    username: str
    kind: Literal["person", "bot"]
    score: int
    games: int
    wins: int


class Leaderboard(Schema):
    pool: PoolName
    season: int
    players: list[LeaderSummary]
    next: str | None = Field(description="The cursor of the next page; null at the end.")


class LeaderboardFilter(Schema):
    pool: PoolName = "people"
    season: int | None = Field(
        None, ge=FIRST_SEASON, le=LAST_SEASON, description="Year and quarter, such as 20264; by default the current."
    )
    after: str = Field("", pattern=r"^(?:-?[0-9]{1,9}\.[0-9]{1,18})?$", description="The cursor from the page before.")


class BotSummary(Schema):
    """A bot of this site. `name`: what new games call it; `username`: null before its first game."""

    name: str
    label: str
    username: str | None
    level: str = Field(description="In the account's language.")
    description: str = Field(description="In the account's language.")
    won_percent: int | None = Field(description="Of its rated games; null with too few.")


class RatedBot(OutsideBotSummary):
    """A bot from outside. Challenge it by its username."""

    username: str
    score: int | None = Field(description="Its rating in games with bots; null before the first rated game.")
    games: int = Field(description="Its rated games with bots.")


class BotList(Schema):
    bots: list[BotSummary] = Field(description="The bots of this site, weakest first.")
    outside: list[RatedBot] = Field(description="Bots from outside, strongest first, 50 a page.")
    next: str | None = Field(description="The cursor of the next page of `outside`; null at the end.")


BotCursor = Annotated[int, Query(ge=1, le=MAX_PAGE, description="The cursor from the page before.")]


@router.get("players/{username}", response={200: PlayerProfile, **errors(404)}, auth=READ, summary="See a player")
def get_player(request: HttpRequest, username: Username) -> object:
    """What the profile shows of a person or a bot. An account that was merged is answered with the one it became."""
    return _player(_found(username))


def _found(username: str) -> User:
    found = player(username)
    if found is None:
        raise NoSuchPlayer(username)
    return found if found.merged_into is None else _found(found.merged_into.handle)


def _player(found: User) -> dict[str, object]:
    turns = None if found.is_bot else reliability(found)
    luck = None if found.is_bot else duplicate_rating(found)
    return {
        "username": found.handle,
        "kind": _kind(found),
        "guest": found.is_guest,
        "since": None if found.is_bot else found.date_joined.strftime("%Y-%m"),
        "ratings": [_rating(row) for row in pool_ratings(found)],
        "finished": [
            {"pool": tally.pool, "seats": tally.seats, "played": tally.played, "won": tally.won}
            for tally in tallies(found)
        ],
        "turns": turns and {"in_time": turns.in_time, "late": turns.late, "percent": turns.share},
        "luck_adjusted": luck and {"figure": round(luck.figure, 2), "hands": luck.hands},
        "bot": bot_facts(outside_bot(found)) if found.is_outside_bot else None,
    }


def _kind(user: User) -> str:
    return "bot" if user.is_any_bot else "person"


def _rating(row: PoolRating) -> dict[str, object]:
    return {
        "pool": row.pool.value,
        "score": row.score,
        "provisional": row.provisional,
        "sureness": row.sureness,
        "games": row.games,
        "season_games": row.season_games,
        "best": row.best,
    }


@router.get("leaderboard", response={200: Leaderboard, **errors(422)}, auth=READ, summary="See the leaderboard")
def get_leaderboard(request: HttpRequest, chosen: Annotated[LeaderboardFilter, Query()]) -> object:
    """The ratings of a season, best first, 50 a page."""
    season = chosen.season or season_now()
    found = leaders(Pool(chosen.pool), season, None, chosen.after)
    return {
        "pool": chosen.pool,
        "season": season,
        "players": [
            {
                "place": row.place,
                "username": row.user.handle,
                "kind": _kind(row.user),
                "score": row.score,
                "games": row.games,
                "wins": row.wins,
            }
            for row in found.rows
        ],
        "next": found.after or None,
    }


@router.get("bots", response={200: BotList, **errors(422)}, auth=READ, summary="List the bots")
def list_bots(request: HttpRequest, after: BotCursor = 1) -> object:
    """The bots that new games can seat, and those from outside, which can be challenged and invited."""
    won, handles, found = bot_victories(), bot_handles(), outside_bots(after)
    return {
        "outside": [
            {
                **bot_facts(row.bot),
                "username": row.user.handle,
                "score": row.strength.score,
                "games": row.strength.games,
            }
            for row in found.items
        ],
        "next": str(found.next_number) if found.has_next else None,
        "bots": [
            {
                "name": bot.name,
                "label": bot.label,
                "username": handles.get(bot.name),
                "level": str(LEVELS[bot.name]),
                "description": str(WAYS[bot.name]),
                "won_percent": won.get(bot.name),
            }
            for bot in REGISTRY.values()
        ],
    }
