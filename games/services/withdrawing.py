"""Turns of the running hand that count no more: the moves stay, the take-back is a row of its own.

Shared by players and moderators; called with the game's row locked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from accounts.models import User
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack
from games.services.cache import cache_write, state_from_moves

_IN_TIME = (Move.By.PLAYER, Move.By.AUTO)
_TO_BOT = (GameEvent.Kind.HANDOVER, GameEvent.Kind.RESIGN)


def turns_withdraw(
    *, game: Game, seats: list[Seat], hand: Hand, taken: Collection[Move], keep: int, actor: User, at: datetime
) -> TakeBack:
    """Let the turns `taken` of the running hand, all that stand after number `keep`, count no more, and write the
    caches from those that stand. The version grows; the wait that begins, and who is told, are the caller's."""
    game.version += 1
    game.changed_at = at
    row = TakeBack.objects.create(
        hand=hand, kept=keep, last=hand.turns_count, actor=actor, version=game.version, created_at=at
    )
    _counts_take_back(game, seats, taken)
    state = state_from_moves(hand, game.seats_count)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=hand.turns_count, waiting_since=at)
    return row


def _counts_take_back(game: Game, seats: Iterable[Seat], taken: Collection[Move]) -> None:
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
