"""Turns of the running hand that count no more. The moves stay; the take-back is a row of its own."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.permission import staff_check
from games.errors import LobbyReason, LobbyRefused
from games.models import Game, Hand, Intervention, Seat, TakeBack
from games.services import notify
from games.services.cache import cache_write, state_from_moves
from games.services.locking import running_hand
from games.services.moderation.acting import MODERATE, act_tell, act_write, acted_game, check_runs
from games.services.orders.keeping import orders_lapse
from games.services.play import turn_waits


@transaction.atomic(durable=True)
def turns_take_back(*, actor: User, public_id: str, reason: str, hand: int, keep: int) -> Intervention:
    """Take back all turns of the running `hand` after number `keep`, the last that stands; 0 takes back all.

    `hand` is the number of the hand that was looked at: once it is over its seed is shown, and nothing in it can be
    taken back (FAIRDEAL, point 4). The wait begins anew for the seat that is to act again, with its whole time; a
    paused game stays paused. Standing orders lapse, as do notices and mails' links of the wait that there was.

    Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, LobbyRefused(OWN_GAME, NOT_RUNNING,
    ACT_HAND_OVER, ACT_NO_TURN).
    """
    staff_check(actor, MODERATE, reason)
    game, seats = acted_game(actor, public_id)
    check_runs(game)
    row = running_hand(game)
    if row.number != hand:
        raise LobbyRefused(LobbyReason.ACT_HAND_OVER)
    taken = _taken(row, keep)
    at = timezone.now()
    game.version += 1
    game.changed_at = at
    TakeBack.objects.create(hand=row, kept=keep, last=row.turns_count, actor=actor, version=game.version, created_at=at)
    _play_on(game, seats, row, at)
    facts = {"kept": keep, "last": row.turns_count, "turns": len(taken)}
    act = act_write(Intervention.Kind.TAKE_BACK, game, actor, reason, at, facts=facts)
    act_tell(act, seats)
    notify.game_changed(game, seats)
    return act


def _taken(hand: Hand, keep: int) -> list[int]:
    """The numbers of the turns after `keep` that still stand. Raises LobbyRefused(ACT_NO_TURN) where there is none, or
    where `keep` is no turn that stands."""
    standing = list(hand.moves.standing().order_by("number").values_list("number", flat=True))
    taken = [number for number in standing if number > keep]
    if not taken or (keep != 0 and keep not in standing):
        raise LobbyRefused(LobbyReason.ACT_NO_TURN)
    return taken


def _play_on(game: Game, seats: list[Seat], hand: Hand, at: datetime) -> None:
    """Write the caches from the turns that stand, and begin the wait anew."""
    state = state_from_moves(hand, game.seats_count)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=hand.turns_count, waiting_since=at)
    orders_lapse(seats, at)
    turn_waits(game, seats, at)
