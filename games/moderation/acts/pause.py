"""Pauses by a moderator: the players do not end them by agreement."""

from datetime import timedelta

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games.errors import Refused
from games.models import Game, Intervention
from games.moderation.acts.base import MODERATE, act_tell, act_write, game_for_act, game_for_decision
from games.moderation.errors import ActReason
from games.play.clock.pauses import pause_begin, pause_end
from games.play.locking import PLAYED

MOST_DAYS = 365


@transaction.atomic(durable=True)
def game_pause(*, actor: User, public_id: str, reason: str, days: int | None = None) -> Intervention:
    """Let the game stand still for so many days, 1 to 365; None: until a moderator lets it go on.

    A pause that is on, by agreement or by a moderator, is replaced by this one. Raises PermissionDenied,
    AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME, NOT_RUNNING, BAD_DAYS).
    """
    staff_check(actor, MODERATE, reason)
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refused(ActReason.BAD_DAYS)
    locked = game_for_act(actor, public_id, status=PLAYED)
    until = locked.now + timedelta(days=days) if days is not None else None
    pause_begin(locked, until=until, held=True)
    row = act_write(Intervention.Kind.PAUSE, locked, actor, reason, facts={"days": days})
    act_tell(row, locked.seats)
    return row


@transaction.atomic(durable=True)
def game_resume(*, actor: User, public_id: str, reason: str) -> Intervention:
    """Let a paused game go on, whoever paused it; the clock has what was left.

    Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME, CARDS_SEEN,
    NOT_PAUSED).
    """
    staff_check(actor, MODERATE, reason)
    locked = game_for_decision(actor, public_id)
    if locked.game.status != Game.Status.PAUSED:
        raise Refused(ActReason.NOT_PAUSED)
    pause_end(locked)
    row = act_write(Intervention.Kind.RESUME, locked, actor, reason)
    act_tell(row, locked.seats)
    return row
