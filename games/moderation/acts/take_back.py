"""Takes back turns of the running hand, by a row of its own."""

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games import on_commit
from games.errors import Refused
from games.models import Hand, Intervention, Move
from games.moderation.acts.base import MODERATE, act_notify, act_write, game_for_decision
from games.moderation.errors import ActReason
from games.play.locking import PLAYED
from games.play.orders.decision import orders_lapse
from games.play.turn import wait_begin
from games.play.undo.take_back import take_back_write


@transaction.atomic(durable=True)
def turns_take_back(
    *, actor: User, public_id: str, reason: str, hand: int, keep: int, version: int | None = None
) -> Intervention:
    """Take back the running hand's turns after number `keep`; 0 takes back all.

    `hand` and `version` are those that the moderator saw: an ended hand, whose seed is shown, stays (FAIRDEAL.md, 4).
    The turn begins again with its whole time and its extra time, a pause goes on, and the turns count neither as in
    time nor as late. Plans, notifications and links of the turn lapse. Raises Refused(CARDS_SEEN, NOT_RUNNING,
    HAND_OVER, STALE_VERSION, NO_TURN).
    """
    staff_check(actor, MODERATE, reason)
    locked = game_for_decision(actor, public_id, status=PLAYED)
    row = locked.hand
    if row.number != hand:
        raise Refused(ActReason.HAND_OVER)
    locked.check_version(version)
    taken = _taken(row, keep)
    take_back_write(locked, taken=taken, keep=keep, actor=actor)
    orders_lapse(locked.seats, locked.now)
    wait_begin(locked, again=True)
    facts = {"kept": keep, "last": row.turns_count, "turns": len(taken)}
    act = act_write(Intervention.Kind.TAKE_BACK, locked, actor, reason, facts=facts)
    act_notify(act, locked.seats)
    on_commit.game_changed(locked.game, locked.seats)
    return act


def _taken(hand: Hand, keep: int) -> list[Move]:
    """The turns to take back. Raises Refused(NO_TURN) if there are none, or `keep` is not valid."""
    standing = list(hand.moves.valid().order_by("number"))
    taken = [move for move in standing if move.number > keep]
    if not taken or (keep != 0 and keep not in (move.number for move in standing)):
        raise Refused(ActReason.NO_TURN)
    return taken
