"""The standings of a league, from the records of its finished games alone: plain functions, and the query for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.models import Game, League, LeagueMember, Seat

AHEAD, LEVEL = 2, 1


@dataclass(frozen=True, slots=True)
class SeatFinish:
    """How a seat finished a game. `who`: the member's account, or None for a bot or another person."""

    game: int
    who: int | None
    card_points: int
    resigned: bool

    @property
    def place(self) -> tuple[bool, int]:
        """For comparison: players who resigned share the last place."""
        return self.resigned, 0 if self.resigned else self.card_points


@dataclass(slots=True)
class LeagueTally:
    """A member's results. `points`: AHEAD for each player behind them, LEVEL for each with the same result; `wins`:
    games in which nobody was ahead; `card_points`: the cards left. `place`: from 1, shared by equal results.
    """

    who: int
    left: bool = False
    games: int = 0
    points: int = 0
    wins: int = 0
    card_points: int = 0
    place: int = 0

    @property
    def rank(self) -> tuple[bool, int, int, float]:
        """For comparison: members who left come last; then most points, most wins, fewest card points a game."""
        return self.left, -self.points, -self.wins, self.card_points / self.games if self.games else 0.0


def finishes_of(league: League, members: Sequence[LeagueMember]) -> list[SeatFinish]:
    """How all seats finished the games of the league, game by game. A stand-in bot finishes for its seat's player; an
    account that was merged is the member's. One query.
    """
    accounts = {member.user_id for member in members}
    seats = Seat.objects.filter(game__in_league__league=league, game__status=Game.Status.FINISHED)
    rows = seats.order_by("game", "number").values_list("game", "user", "user__merged_into", "points", "resigned_at")
    return [
        SeatFinish(
            game,
            next((one for one in (user, merged) if one in accounts), None),
            points,
            resigned_at is not None,
        )
        for game, user, merged, points, resigned_at in rows
    ]


def standings(finishes: Iterable[SeatFinish], members: Iterable[LeagueMember]) -> list[LeagueTally]:
    """The members, best first. `finishes`: game by game."""
    found = {member.user_id: LeagueTally(member.user_id, left=member.left_at is not None) for member in members}
    for _game, seats in groupby(finishes, key=lambda finish: finish.game):
        table = list(seats)
        for mine in table:
            if mine.who is None:
                continue
            tally = found[mine.who]
            places = [other.place for other in table if other is not mine]
            tally.games += 1
            tally.points += sum(AHEAD * (mine.place < place) + LEVEL * (mine.place == place) for place in places)
            tally.wins += all(mine.place <= place for place in places)
            tally.card_points += mine.card_points
    ordered = sorted(found.values(), key=lambda tally: tally.rank)
    for number, tally in enumerate(ordered, 1):
        before = ordered[number - 2]
        tally.place = before.place if number > 1 and before.rank == tally.rank else number
    return ordered
