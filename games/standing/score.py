"""The running score of a standing table, from the results of its games: plain functions, and the query for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django.db.models.functions import Coalesce

from games.models import Game, Seat, StandingTable
from games.ratings.skill import season_at
from games.ratings.versus import Score


@dataclass(frozen=True, slots=True)
class Result:
    """A person's result of a finished game. `who`: the account, after merging; `season`: that of the game's end."""

    game: int
    season: int
    who: int
    won: bool
    points: int
    resigned: bool

    @property
    def place(self) -> tuple[bool, int]:
        """For comparison: players who resigned share the last place."""
        return self.resigned, 0 if self.resigned else self.points


@dataclass(slots=True)
class Tally:
    """A person's games, victories (shared ones count) and points."""

    who: int
    games: int = 0
    wins: int = 0
    points: int = 0


def results_of(table: StandingTable) -> list[Result]:
    """The people's results in games that the table began, oldest game first. One query."""
    begun = Seat.objects.filter(
        game__standing__table=table, game__created_at__gte=F("game__standing__table__created_at")
    )
    seats = begun.filter(game__status=Game.Status.FINISHED, kind=Seat.Kind.PERSON)
    rows = seats.order_by("game", "number").values_list(
        "game", "game__ended_at", Coalesce(F("user__merged_into"), F("user")), "is_winner", "points", "resigned_at"
    )
    return [
        Result(game, season_at(ended_at), who, won, points, resigned_at is not None)
        for game, ended_at, who, won, points, resigned_at in rows
    ]


def tallies(results: Iterable[Result]) -> list[Tally]:
    """The score: most victories first, then fewest points a game."""
    found: dict[int, Tally] = {}
    for result in results:
        tally = found.setdefault(result.who, Tally(result.who))
        tally.games += 1
        tally.wins += result.won
        tally.points += result.points
    return sorted(found.values(), key=lambda tally: (-tally.wins, tally.points / tally.games, tally.who))


def scores_against(results: Iterable[Result], who: int) -> dict[int, Score]:
    """The person's score against each other person, by account."""
    listed = list(results)
    mine = {result.game: result.place for result in listed if result.who == who}
    scores: dict[int, Score] = {}
    for result in listed:
        if result.who == who or result.game not in mine:
            continue
        score = scores.setdefault(result.who, Score())
        score.games += 1
        score.ahead += mine[result.game] < result.place
        score.behind += result.place < mine[result.game]
        score.level += result.place == mine[result.game]
    return scores
