"""Pauses that players cannot end by agreement."""

from datetime import timedelta

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games.errors import Refused
from games.models import Game, Intervention
from games.moderation.acts.base import MODERATE, act_notify, act_write, game_for_act, game_for_decision
from games.moderation.errors import ActReason
from games.play.locking import PLAYED
from games.play.waits.pauses import pause_begin, pause_end

MAX_DAYS = 365


@transaction.atomic(durable=True)
def game_pause(*, actor: User, public_id: str, reason: str, days: int | None = None) -> Intervention:
    """Replace any pause by one of 1 to 365 days; None: until a moderator ends it. Raises Refused(NOT_RUNNING,
    BAD_DAYS).
    """
    staff_check(actor, MODERATE, reason)
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise Refused(ActReason.BAD_DAYS)
    locked = game_for_act(actor, public_id, status=PLAYED)
    until = locked.now + timedelta(days=days) if days is not None else None
    pause_begin(locked, until=until, held=True)
    row = act_write(Intervention.Kind.PAUSE, locked, actor, reason, facts={"days": days})
    act_notify(row, locked.seats)
    return row


@transaction.atomic(durable=True)
def game_resume(*, actor: User, public_id: str, reason: str) -> Intervention:
    """End any pause. Raises Refused(CARDS_SEEN, NOT_PAUSED)."""
    staff_check(actor, MODERATE, reason)
    locked = game_for_decision(actor, public_id)
    if locked.game.status != Game.Status.PAUSED:
        raise Refused(ActReason.NOT_PAUSED)
    pause_end(locked)
    row = act_write(Intervention.Kind.RESUME, locked, actor, reason)
    act_notify(row, locked.seats)
    return row
