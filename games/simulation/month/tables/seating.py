"""Whether the seats of a standing table's games were fair: plain functions on the games that began."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

# Whether a person joined, left, sat out or came back between two times, both included.
Acted = Callable[[int, datetime, datetime], bool]


@dataclass(frozen=True)
class BegunGame:
    """A game of a table. `players`: by seat; `willing`: members who certainly agreed to play; `most`: seats at most."""

    pk: int
    at: datetime
    players: tuple[int, ...]
    willing: frozenset[int]
    most: int
    is_live: bool

    def left_out(self, apart: Collection[frozenset[int]]) -> list[int]:
        """Willing members who could have had a free seat. At a live table only members who are there play."""
        if self.is_live or len(self.players) >= self.most:
            return []
        waiting = self.willing - set(self.players)
        return [one for one in waiting if not any(frozenset((one, player)) in apart for player in self.players)]


def rotation_fault(before: Sequence[BegunGame], game: BegunGame) -> Iterator[str]:
    """Two games in a row of the same players: each player moves by one seat."""
    for last in before:
        same = set(last.players) == set(game.players)
        if same and game.players != (*last.players[1:], *last.players[:1]):
            yield f"after {last.players}, the seats {game.players} have not moved by one"


def sit_out_faults(games: Sequence[BegunGame], acted: Acted, blocked: Collection[int]) -> Iterator[str]:
    """Two who are in for the same games, and have no blocks, sit out in turn: never one twice more than the other."""
    people = {person for game in games for person in game.willing} - set(blocked)
    for one, other in combinations(sorted(people), 2):
        low = high = difference = 0
        before: BegunGame | None = None
        for game in games:
            both = not game.is_live and {one, other} <= game.willing
            since = before.at if before is not None else game.at
            if not both or acted(one, since, game.at) or acted(other, since, game.at):
                low = high = difference = 0
            if both:
                difference += (one not in game.players) - (other not in game.players)
                low, high = min(low, difference), max(high, difference)
                if high - low > 1:
                    yield f"by game {game.pk}, of {one} and {other} one sat out twice more than the other"
                    low = high = difference
            before = game
