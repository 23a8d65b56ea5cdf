"""Adds TakeBack rows; the moves stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from accounts.models import User
from games.models import GameEvent, Intervention, Move, Seat, TakeBack
from games.play.derived import derived_write, state_from_moves
from games.play.locking import LockedGame

_IN_TIME = (Move.By.PLAYER, Move.By.AUTO)
_TO_BOT = (GameEvent.Kind.HANDOVER, GameEvent.Kind.RESIGN)


def take_back_write(locked: LockedGame, *, taken: Collection[Move], keep: int, actor: User) -> TakeBack:
    """Take back `taken`, all after number `keep`; rebuild the caches and raise the version. The caller begins the wait
    and sends events.
    """
    hand = locked.hand
    version = locked.next_version()
    row = TakeBack.objects.create(
        hand=hand, kept=keep, last=hand.turns_count, actor=actor, version=version, created_at=locked.now
    )
    _counts_take_back(locked, taken)
    derived_write(locked, state_from_moves(hand, locked.game.seats_count))
    return row


def _counts_take_back(locked: LockedGame, taken: Collection[Move]) -> None:
    """Undo the turns' counts as in time, late or consecutive time-outs, down to zero, but not of a replaced player. Two
    queries, and one for each seat changed.
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
    """Whether a person's time ran out: a forced pass, or a bot's turn while a person held the seat. `given`: versions
    of replacements, which are logged as hand-overs too.
    """
    if move.by != Move.By.BOT:
        return move.by == Move.By.TIMEOUT
    before = [event for event in events if event.version < move.version]
    return not before or before[-1].kind not in _TO_BOT or before[-1].version in given
