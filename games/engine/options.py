"""A game's options, and what follows from the points: next leader, end, winners (RULES.md)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from games.engine.cards import COLOURS, MAX_SEATS, MIN_SEATS

NextLeader = Literal["left", "last"]
TARGETS: Final = (10, 15, 20, 25, 30)
REMOVED_COLOURS: Final = 2


@dataclass(frozen=True, slots=True)
class GameOptions:
    """A game's options. `target` None means a single hand. Raises ValueError for options that do not fit together."""

    seats: int
    target: int | None = 15
    goat: bool = False
    two_player_deck: bool = False
    next_leader: NextLeader = "left"

    def __post_init__(self) -> None:
        if type(self.seats) is not int or not MIN_SEATS <= self.seats <= MAX_SEATS:
            raise ValueError(f"a game has {MIN_SEATS} to {MAX_SEATS} seats")
        if self.target is not None and (type(self.target) is not int or self.target not in TARGETS):
            raise ValueError("the target is 10, 15, 20, 25, 30 or a single hand")
        if type(self.goat) is not bool or type(self.two_player_deck) is not bool:
            raise ValueError("goat and two_player_deck are on or off")
        if self.two_player_deck and self.seats != MIN_SEATS:
            raise ValueError("colours leave the deck only with two seats")
        if self.next_leader not in ("left", "last"):
            raise ValueError("the next leader is 'left' or 'last'")

    @property
    def removes_two(self) -> bool:
        return self.two_player_deck

    def colours(self, removed: str = "") -> str:
        """The colours in the deck, in the order B R P G K O. Raises ValueError unless two different colours leave a
        two-player deck, and none any other.
        """
        gone = set(removed)
        if not gone <= set(COLOURS) or len(gone) != len(removed):
            raise ValueError(f"{removed!r} does not name different colours")
        if len(removed) != (REMOVED_COLOURS if self.removes_two else 0):
            raise ValueError("two colours leave a two-player deck, none any other")
        return "".join(colour for colour in COLOURS if colour not in gone)


def next_leader(options: GameOptions, hand_leader: int, last_actor: int) -> int:
    """The next hand's leader: left of the last leader, or the last to act."""
    return last_actor if options.next_leader == "last" else (hand_leader + 1) % options.seats


def is_game_over(points: Sequence[int], target: int | None) -> bool:
    return target is None or any(score >= target for score in points)


def winners(points: Sequence[int], resigned: Collection[int] = ()) -> tuple[int, ...]:
    """The seats with the fewest points that have not resigned; () if all resigned."""
    running = [seat for seat in range(len(points)) if seat not in resigned]
    best = min((points[seat] for seat in running), default=None)
    return tuple(seat for seat in running if points[seat] == best)
