"""Extends the current turn, or passes for its player."""

from datetime import timedelta

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games import on_commit
from games.engine import forced_turn
from games.errors import Refused
from games.models import Deadline, Intervention, Move
from games.moderation.acts.base import MODERATE, act_notify, act_write, game_for_decision, seat_at
from games.moderation.errors import ActReason
from games.play.clock.deadline import deadline_extend
from games.play.errors import ExtraTimeReason, PlayReason
from games.play.locking import RUNNING
from games.play.turn import turn_apply

MAX_HOURS = 24 * 60


@transaction.atomic(durable=True)
def game_extend(*, actor: User, public_id: str, reason: str, hours: int) -> Intervention:
    """Give the seat to act 1 to 1440 more hours of running time. The version stays. Raises Refused(CARDS_SEEN,
    NOT_RUNNING, BOT_TO_ACT, BAD_HOURS).
    """
    staff_check(actor, MODERATE, reason)
    if not 1 <= hours <= MAX_HOURS:
        raise Refused(ActReason.BAD_HOURS)
    locked = game_for_decision(actor, public_id, status=RUNNING)
    acts = locked.seat_to_act
    if acts is None:
        raise Refused(PlayReason.NOT_RUNNING)
    if not Deadline.objects.filter(pk=locked.game.pk, due_at__isnull=False).exists():
        raise Refused(ExtraTimeReason.BOT_TO_ACT)
    deadline_extend(locked, more=timedelta(hours=hours), by=actor)
    row = act_write(Intervention.Kind.EXTEND, locked, actor, reason, seat=acts, facts={"hours": hours})
    act_notify(row, locked.seats)
    on_commit.seat_changed(locked.game, acts)
    return row


@transaction.atomic(durable=True)
def game_pass(*, actor: User, public_id: str, reason: str, seat: int) -> Intervention:
    """Pass for the seat to act. At a lead, play its lowest number, of several the first colour (RULES.md, "What the
    books leave open"). Raises Refused(CARDS_SEEN, NOT_RUNNING, NO_SEAT, NOT_ITS_TURN).
    """
    staff_check(actor, MODERATE, reason)
    locked = game_for_decision(actor, public_id, status=RUNNING)
    acts = seat_at(locked, seat)
    if locked.game.to_act != acts.number:
        raise Refused(ActReason.NOT_ITS_TURN)
    made = turn_apply(locked, acts, forced_turn(locked.state), by=Move.By.MODERATOR, actor=actor)
    place = (made.hand.number, made.move.number)
    row = act_write(Intervention.Kind.PASS, locked, actor, reason, seat=acts, place=place, version=made.move.version)
    act_notify(row, locked.seats)
    return row
