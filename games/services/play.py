"""Turns and resignations of a running game."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
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
    state_from_json,
)
from games.errors import NoSuchGame
from games.models import Game, Hand, Move, Seat
from games.play.errors import TurnRefused
from games.selectors.picking import pickup_of
from games.selectors.questions import confirms
from games.selectors.undo import takes_back
from games.services import notify
from games.services.cache import cache_write
from games.services.deadlines import deadline_write
from games.services.hands import hand_finish
from games.services.locking import locked_game, person_seat, running_hand, seats_of
from games.services.orders.deciding import Decision, order_decides, orders_stand
from games.services.orders.waiting import order_while
from games.services.outbox import turn_notice_write


@dataclass(frozen=True)
class TurnMade:
    """What a turn led to, for those who tell others of it."""

    game: Game
    seats: list[Seat]
    hand: Hand
    move: Move
    state: HandState


@transaction.atomic(durable=True)
def turn_play(*, public_id: str, user: User, version: int, text: str) -> TurnMade:
    """Play or pass for a person's seat; `version` is the one that the person saw.

    Raises NoSuchGame for who has no seat in the game, TurnRefused for the first reason that holds
    (INTERFACES, Reasons for a refusal). The turn that ends a hand deals the next one.
    """
    return turn_play_in_locked_game(locked_game(public_id, clock=True), user, version, text)


def turn_play_in_locked_game(game: Game, user: User, version: int, text: str) -> TurnMade:
    """`turn_play` for a caller that holds the game's lock."""
    seats = seats_of(game)
    seat = person_seat(seats, user)
    if seat is None or seat.held_by_id != user.pk:
        raise NoSuchGame(game.public_id)
    turn = _parsed(text)
    _check_turn_is_due(game, version)
    if game.to_act != seat.number:
        raise TurnRefused(Refusal.NOT_YOUR_TURN)
    return turn_make(game, seats, seat, turn, by=Move.By.PLAYER)


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


def turn_make(
    game: Game, seats: list[Seat], seat: Seat, turn: Turn, *, by: Move.By, actor: User | None = None
) -> TurnMade:
    """Apply a turn of the seat to act, save it, and tell after the commit. The game's row is locked.

    `actor` is who took the turn, where that is not who holds the seat. Raises TurnRefused when the rules forbid it.
    """
    at = timezone.now()
    hand = running_hand(game)
    before = state_from_json(hand.state)
    if by == Move.By.PLAYER and turn.cards and turn.pickup is None:
        turn = Turn(turn.cards, pickup_of(seat, before, turn.cards))
    try:
        turn = complete_turn(before, turn)
        after = apply(before, turn)
    except IllegalTurn as illegal:
        raise TurnRefused(illegal.reason) from illegal
    game.version += 1
    game.changed_at = at
    move = Move.objects.create(
        hand=hand,
        number=hand.turns_count + 1,
        seat=seat.number,
        turn=str(turn),
        by=by,
        actor=actor or seat.held_by,
        version=game.version,
        created_at=at,
    )
    _seat_acted(seat, by, at)
    if after.over:
        hand_finish(game, seats, hand, after, move.number, at)
    else:
        cache_write(game=game, seats=seats, hand=hand, state=after, turns_count=move.number, waiting_since=at)
    turn_waits(game, seats, at, acted=seat, before=before)
    made = TurnMade(game, seats, hand, move, after)
    notify.turn_made(game, seats, hand, move, after)
    return made


def _seat_acted(seat: Seat, by: Move.By, at: datetime) -> None:
    """A turn of the player ends a row of time-outs. So does a standing order's, as nobody else can tell the two apart;
    but it is no sign that the person was there."""
    if by not in (Move.By.PLAYER, Move.By.AUTO):
        return
    seat.timeouts = 0
    seat.turns_in_time += 1
    if by == Move.By.PLAYER:
        seat.acted_at = at
    seat.save(update_fields=["acted_at", "timeouts", "turns_in_time"])


def turn_waits(
    game: Game, seats: list[Seat], at: datetime, *, acted: Seat | None = None, before: HandState | None = None
) -> None:
    """Begin the wait for the next turn after `acted` took one in the state `before`, and set going what it calls for.

    A bot's turn, a standing order's, or a notice to the person. The game's row is locked, its caches are written.
    """
    waits = game.status == Game.Status.RUNNING and game.to_act is not None
    seat = seats[game.to_act] if waits and game.to_act is not None else None
    if seat is None or seat.held_by.is_bot:
        deadline_write(game, seats, at, acted=acted)
        if seat is not None:
            idle = all(other.held_by.is_bot for other in seats)
            notify.bot_is_due(game, idle=idle, pause_s=_pause_to_undo(game, seats, acted, before))
        return
    decision = _ordered(game, seat)
    order_at = None if decision is None else at if decision.at_once else at + order_while(game)
    deadline_write(game, seats, at, acted=acted, order_at=order_at)
    turn_notice_write(game, seat, at)
    if order_at == at:
        notify.wait_is_due(game.pk)


def _pause_to_undo(game: Game, seats: list[Seat], acted: Seat | None, before: HandState | None) -> float | None:
    """How long a bot leaves `acted` to take the turn back, in seconds; None where there is nothing to wait for.

    Where other people sit, or may look on, it tells nothing of the turn: neither whether `acted` could have done
    anything else, nor whether it was a standing order's.
    """
    if acted is None or before is None or acted.held_by.is_bot or not takes_back(game):
        return None
    among_bots = all(other.kind == Seat.Kind.BOT for other in seats if other.number != acted.number)
    alone = among_bots and game.visibility == Game.Visibility.PRIVATE
    if alone and legal_turns(before) == (PASS,):
        return None
    return notify.ASKED_PAUSE_S if confirms(acted.held_by, game) else notify.UNDO_PAUSE_S


def _ordered(game: Game, seat: Seat) -> Decision | None:
    """What the seat's standing orders do now, if anything. One query where there are orders, none otherwise."""
    if not orders_stand(seat):
        return None
    hand = running_hand(game)
    return order_decides(game, seat, hand, state_from_json(hand.state))
