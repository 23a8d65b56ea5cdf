"""What seats have counted of turns that are taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.models import Game, GameEvent, Intervention, Move, Seat

_IN_TIME = (Move.By.PLAYER, Move.By.AUTO)
_TO_BOT = (GameEvent.Kind.HANDOVER, GameEvent.Kind.RESIGN)


def counts_take_back(game: Game, seats: Iterable[Seat], taken: Collection[Move]) -> None:
    """Let the turns count neither as in time nor as late, nor in a row of times that ran out. Two queries, and one for
    each seat that changes.

    A seat that was given to another person counts from then on. A row that was over before stays so: no count falls
    below nothing.
    """
    events = list(game.events.order_by("version"))
    acts = game.interventions.filter(kind=Intervention.Kind.REPLACE)
    given = frozenset(acts.values_list("version", flat=True))
    for seat in seats:
        moves = [move for move in taken if move.seat == seat.number]
        if seat.kind == Seat.Kind.PERSON and moves:
            _seat_write(seat, moves, [event for event in events if event.seat == seat.number], given)


def _seat_write(seat: Seat, moves: Iterable[Move], events: Collection[GameEvent], given: Collection[int]) -> None:
    since = max((event.version for event in events if event.version in given), default=0)
    late = [move for move in moves if _ran_out(move, events, given)]
    in_time = [move for move in moves if move.by in _IN_TIME and move.version > since]
    seat.timeouts = max(0, seat.timeouts - len(late))
    seat.turns_late = max(0, seat.turns_late - sum(move.version > since for move in late))
    seat.turns_in_time = max(0, seat.turns_in_time - len(in_time))
    if late or in_time:
        seat.save(update_fields=["timeouts", "turns_in_time", "turns_late"])


def _ran_out(move: Move, events: Iterable[GameEvent], given: Collection[int]) -> bool:
    """Whether a person's time ran out: a pass, or a bot's turn while no bot held the seat. `given`: the versions at
    which seats went to other persons, which is told as a seat's change of hands too."""
    if move.by != Move.By.BOT:
        return move.by == Move.By.TIMEOUT
    before = [event for event in events if event.version < move.version]
    return not before or before[-1].kind not in _TO_BOT or before[-1].version in given
