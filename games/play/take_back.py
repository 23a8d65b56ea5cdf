"""Takes back turns of the running hand, for players and moderators: the moves stay, the take-back is a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from accounts.models import User
from games.models import GameEvent, Intervention, Move, Seat, TakeBack
from games.play.cached_state import cache_write, state_from_moves
from games.play.locking import LockedGame

_IN_TIME = (Move.By.PLAYER, Move.By.AUTO)
_TO_BOT = (GameEvent.Kind.HANDOVER, GameEvent.Kind.RESIGN)


def turns_withdraw(locked: LockedGame, *, taken: Collection[Move], keep: int, actor: User) -> TakeBack:
    """Withdraw the turns `taken`, all that stand after number `keep`, and write the caches from those that stand.

    Raises the version. The caller begins the wait and tells others.
    """
    hand = locked.hand
    version = locked.next_version()
    row = TakeBack.objects.create(
        hand=hand, kept=keep, last=hand.turns_count, actor=actor, version=version, created_at=locked.now
    )
    _counts_take_back(locked, taken)
    cache_write(locked, state_from_moves(hand, locked.game.seats_count))
    return row


def _counts_take_back(locked: LockedGame, taken: Collection[Move]) -> None:
    """Count the turns neither as in time nor as late, nor among time-outs in a row.

    A seat that was given to another person counts from then on. A row of time-outs that was over before stays over: no
    count falls below zero. Two queries, and one for each seat that changes.
    """
    events = list(locked.game.events.order_by("version"))
    acts = locked.game.interventions.filter(kind=Intervention.Kind.REPLACE)
    given = frozenset(acts.values_list("version", flat=True))
    for seat in locked.seats:
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
    """Whether a person's time ran out: a pass, or a bot's turn while no bot held the seat.

    `given`: the versions at which seats went to other persons, which the events tell as hand-overs too.
    """
    if move.by != Move.By.BOT:
        return move.by == Move.By.TIMEOUT
    before = [event for event in events if event.version < move.version]
    return not before or before[-1].kind not in _TO_BOT or before[-1].version in given
