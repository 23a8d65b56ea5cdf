"""Valid and taken-back turns of a hand's log."""

from collections.abc import Collection, Iterable

from games.models import Hand, Move, TakeBack


def valid_among(moves: Iterable[Move], take_backs: Collection[TakeBack]) -> list[Move]:
    """The valid moves among fetched rows, as `MoveQuerySet.valid`."""
    return [move for move in moves if not any(_takes(row, move) for row in take_backs)]


def taken_back_among(moves: Iterable[Move], take_backs: Collection[TakeBack]) -> dict[int, list[Move]]:
    """The moves taken back, in the order of the log, by the version of their take-back."""
    rows = sorted(take_backs, key=lambda row: row.version)
    taken_back: dict[int, list[Move]] = {row.version: [] for row in rows}
    for move in moves:
        first = next((row for row in rows if _takes(row, move)), None)
        if first is not None:
            taken_back[first.version].append(move)
    return taken_back


def valid_count(hand: Hand, take_backs: Iterable[TakeBack]) -> int:
    """The number of valid moves. `take_backs` may include other hands."""
    gone = {number for row in take_backs if row.hand_id == hand.pk for number in range(row.kept + 1, row.last + 1)}
    return hand.turns_count - len(gone)


def _takes(row: TakeBack, move: Move) -> bool:
    return row.kept < move.number <= row.last
