"""Statistics of a match."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from statistics import fmean
from typing import Final, TypedDict

from games.bots.arena.match import GameResult

_WITHIN_95: Final = 1.96


class BotFigures(TypedDict):
    """A bot's figures. `wins`: shared victories count as shares. `ci95`: half the width of the 95% interval of
    `win_share`. `points`: those of a seat at a game's end. `illegal`: games lost by an answer, by kind in `faults`.
    """

    games: int
    wins: float
    win_share: float
    ci95: float
    mean_points: float
    illegal: int
    faults: dict[str, int]
    ms_per_turn: float


def figures(results: Collection[GameResult]) -> dict[str, BotFigures]:
    """Figures by bot, in the order of the first game's seats. A bot on several seats has the sum of their victories."""
    ordered = sorted(results, key=lambda result: result.deals)
    names = dict.fromkeys(name for result in ordered for name in result.bots)
    return {name: _of_bot(name, [result for result in ordered if name in result.bots]) for name in names}


def _of_bot(name: str, results: Sequence[GameResult]) -> BotFigures:
    seats = [(result, seat) for result in results for seat, bot in enumerate(result.bots) if bot == name]
    shares: defaultdict[int, list[float]] = defaultdict(list)
    for result in results:
        won = sum(share for share, bot in zip(result.shares, result.bots, strict=True) if bot == name)
        shares[result.deals].append(won)
    wins = sum(map(sum, shares.values()))
    faults = Counter(result.faults[seat].value for result, seat in seats if seat in result.faults)
    turns = sum(result.turns[seat] for result, seat in seats)
    return {
        "games": len(results),
        "wins": round(wins, 3),
        "win_share": round(wins / len(results), 4),
        "ci95": round(half_width(list(shares.values())), 4),
        "mean_points": round(fmean(result.points[seat] for result, seat in seats), 3),
        "illegal": faults.total(),
        "faults": dict(faults),
        "ms_per_turn": round(1000 * sum(result.seconds[seat] for result, seat in seats) / max(turns, 1), 3),
    }


def half_width(groups: Sequence[Sequence[float]]) -> float:
    """Half the 95% interval of the mean of all shares. Games of the same deals depend on each other, so the sums of
    groups are compared. If all sums are equal, the rule of three applies: 3 / games.
    """
    games = sum(map(len, groups))
    mean = sum(map(sum, groups)) / games
    squares = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    if len(groups) < 2 or squares < 1e-9:
        return min(1.0, 3 / games)
    count = len(groups)
    return float(_WITHIN_95 * (squares * count / (count - 1)) ** 0.5 / games)
