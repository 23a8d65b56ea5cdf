"""Taking turns."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.tracing.spans import spanned
from games import on_commit
from games.engine import (
    PASS,
    HandState,
    IllegalTurn,
    Refusal,
    Turn,
    apply,
    complete_turn,
    legal_turns,
    parse_turn,
)
from games.events import PublicEvent
from games.models import Deadline, Game, Hand, Move, Seat
from games.outbox.write import turn_notice_postpone, turn_notice_write
from games.outside_bots.limits import turn_count
from games.play.clock.deadline import deadline_new, deadline_save
from games.play.deal import hand_finish
from games.play.derived import derived_set
from games.play.errors import TurnRefused
from games.play.locking import LockedGame, lock_for_turn
from games.play.orders.decision import DecidedTurn, has_orders, order_decision, order_delay, sets_clear
from games.play.orders.selectors import ordered_pickup
from games.play.storing import turn_save
from games.play.storing.game_cache import cached_game_lock, game_cache
from games.play.storing.move import move_save
from games.play.undo_rights import allows_undo, undo_wait


@dataclass(frozen=True)
class TurnResult:
    """A turn that was taken, and what it led to. `events` are the messages to the table, `row_version` is what
    `turn_save` returned.
    """

    game: Game
    seats: list[Seat]
    hand: Hand
    move: Move
    state: HandState
    events: list[PublicEvent]
    row_version: str


@transaction.atomic(durable=True)
def turn_play(*, public_id: str, user: User, version: int, text: str) -> TurnResult:
    """Take a turn for a person who saw the game at `version`. If the turn ends the hand, the next hand is dealt. Raises
    NoSuchGame if the person has no active seat, TurnRefused for the first reason that applies (REFEREE.md, "Reasons for
    a refusal"), and Refused for bots from outside that send too many.

    Takes three round trips if the hand goes on and no planned turns are in force, the last of them for COMMIT. A
    notification takes one more. The next turn may change the result's game and hand, in another thread.
    """
    return turn_store(public_id=public_id, user=user, version=version, text=text)


def turn_store(*, public_id: str, user: User, version: int, text: str) -> TurnResult:
    """Take a turn as `turn_play` does, in the caller's transaction, which writes nothing of game, hand and deadline
    afterwards.
    """
    turn_count(user)
    locked = cached_game_lock(public_id, user, version) or lock_for_turn(public_id, user)
    made = turn_take(locked, locked.seat, version, text)
    game_cache(locked, made.row_version)
    return made


def turn_take(locked: LockedGame, seat: Seat, version: int, text: str) -> TurnResult:
    """Take a turn for the player of `seat`. Raises TurnRefused, as `turn_play` does."""
    turn = _parsed(text)
    _check_turn_is_due(locked.game, version)
    if locked.game.to_act != seat.number:
        raise TurnRefused(Refusal.NOT_YOUR_TURN)
    return turn_apply(locked, seat, turn, by=Move.By.PLAYER)


def _parsed(text: str) -> Turn:
    try:
        return parse_turn(text)
    except IllegalTurn as illegal:
        raise TurnRefused(illegal.reason) from illegal


def _check_turn_is_due(game: Game, version: int) -> None:
    if game.status in (Game.Status.FINISHED, Game.Status.CANCELLED, Game.Status.OPEN):
        raise TurnRefused(Refusal.HAND_OVER)
    if game.version != version:
        raise TurnRefused(Refusal.STALE_VERSION)
    if game.status != Game.Status.RUNNING:
        raise TurnRefused(Refusal.NOT_YOUR_TURN)


@spanned("turn")
def turn_apply(locked: LockedGame, seat: Seat, turn: Turn, *, by: Move.By, actor: User | None = None) -> TurnResult:
    """Apply the turn and save it. `actor` is who took it, if not the seat's holder. Takes one round trip if the hand
    goes on and no planned turns are in force, and one more for a notification. Raises TurnRefused.
    """
    game, hand, before = locked.game, locked.hand, locked.state
    if by == Move.By.PLAYER and turn.cards and turn.pickup is None:
        turn = Turn(turn.cards, ordered_pickup(seat, before, turn.cards))
    try:
        turn = complete_turn(before, turn)
        after = apply(before, turn)
    except IllegalTurn as illegal:
        raise TurnRefused(illegal.reason) from illegal
    hand.turns_count += 1
    move = Move(
        hand=hand,
        number=hand.turns_count,
        seat=seat.number,
        turn=str(turn),
        by=by,
        actor=actor or seat.held_by,
        version=locked.next_version(),
        created_at=locked.recorded_at,
    )
    _seat_acted(locked, seat, by)
    row_version = ""
    if after.over:
        move_save(locked, move)
        hand_finish(locked, after)
        wait_begin(locked, acted=seat, before=before)
    else:
        derived_set(locked, after)
        row_version = turn_save(locked, move, _wait_new(locked, seat, before))
    events = on_commit.turn_made(game, locked.seats, hand, move, after)
    return TurnResult(game, locked.seats, hand, move, after, events, row_version)


def _seat_acted(locked: LockedGame, seat: Seat, by: Move.By) -> None:
    """Count the turn for its seat, without saving. A planned turn counts as taken in time, so that nobody can tell it
    from others, but it does not count as presence. Planned sets end with any turn: by its time after the player's own,
    since a query would reveal them.
    """
    if by != Move.By.PLAYER:
        sets_clear(seat)
    if by not in (Move.By.PLAYER, Move.By.AUTO):
        return
    seat.timeouts = 0
    seat.turns_in_time += 1
    if by == Move.By.PLAYER:
        seat.acted_at = locked.now


def wait_begin(
    locked: LockedGame, *, acted: Seat | None = None, before: HandState | None = None, again: bool = False
) -> None:
    """Begin the wait for the next turn, after `acted` took one in state `before`. With `again`, the same turn waited
    before, so it keeps its extra time. The derived columns must have been written.
    """
    deadline_save(_wait_new(locked, acted, before, again=again))


def _wait_new(locked: LockedGame, acted: Seat | None, before: HandState | None, *, again: bool = False) -> Deadline:
    """Schedule what the next turn needs: a bot, a planned turn or a notification. Returns the deadline, which the
    caller saves.
    """
    game, now = locked.game, locked.now
    seat = locked.seat_to_act if game.status == Game.Status.RUNNING else None
    if seat is None or seat.held_by.is_bot:
        row = deadline_new(locked, acted=acted, again=again)
        if seat is not None:
            idle = all(other.held_by.is_bot for other in locked.seats)
            on_commit.bot_is_due(game, idle=idle, pause_s=_pause_to_undo(locked, acted, before))
        return row
    decision = _ordered(locked, seat)
    order_at = None if decision is None else now if decision.at_once else now + order_delay(game)
    notice_at = _notice_at(locked, seat, acted)
    row = deadline_new(locked, acted=acted, again=again, order_at=order_at, notice_at=notice_at)
    if order_at == now:
        on_commit.wait_is_due(game.pk)
    return row


def _notice_at(locked: LockedGame, seat: Seat, acted: Seat | None) -> datetime | None:
    """Write the notification of the turn, or return when to look again whether it is needed: a player who is at the
    game may take the turn before that. Nobody needs a notification in a sprint, or
    in a game against bots alone without a time limit.
    """
    if locked.is_unhurried(seat) or locked.game.sprints_at(locked.now):
        return None
    if acted is not None:
        until = locked.now + undo_wait(locked.game, acted, locked.hand)
        return turn_notice_postpone(locked.game, seat, locked.game.version, locked.now, not_before=until)
    turn_notice_write(locked.game, seat, locked.now)
    return None


def _pause_to_undo(locked: LockedGame, acted: Seat | None, before: HandState | None) -> float | None:
    """The seconds that a bot gives `acted` to undo, or None if it need not wait. If other people play or watch, the
    pause must not reveal whether `acted` had a choice, or whether the turn was planned.
    """
    game = locked.game
    if acted is None or before is None or acted.held_by.is_bot or not allows_undo(game):
        return None
    alone = locked.is_among_bots(acted) and game.visibility == Game.Visibility.PRIVATE
    if alone and legal_turns(before) == (PASS,):
        return None
    return on_commit.UNDO_PAUSE_S


def _ordered(locked: LockedGame, seat: Seat) -> DecidedTurn | None:
    """The planned turn for this seat, if one applies. One query at most, and none if the seat has no plans."""
    return order_decision(locked.game, seat, locked.hand, locked.state) if has_orders(seat) else None
