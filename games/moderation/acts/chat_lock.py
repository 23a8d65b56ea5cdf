"""Locks a game's chat."""

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games import on_commit
from games.errors import Refused
from games.models import Intervention
from games.moderation.acts.base import act_notify, act_write, game_for_act
from games.moderation.errors import ActReason

LOCK = "games.lock_chat"


@transaction.atomic(durable=True)
def chat_lock(*, actor: User, public_id: str, reason: str) -> Intervention:
    """Lock the chat; its lines stay. Raises Refused(ALREADY)."""
    return _set_lock(actor, public_id, reason, locks=True)


@transaction.atomic(durable=True)
def chat_unlock(*, actor: User, public_id: str, reason: str) -> Intervention:
    """Unlock the chat. Raises Refused(ALREADY)."""
    return _set_lock(actor, public_id, reason, locks=False)


def _set_lock(actor: User, public_id: str, reason: str, *, locks: bool) -> Intervention:
    staff_check(actor, LOCK, reason)
    locked = game_for_act(actor, public_id)
    game = locked.game
    if (game.chat_locked_at is not None) == locks:
        raise Refused(ActReason.ALREADY)
    game.chat_locked_at = locked.now if locks else None
    game.save(update_fields=["chat_locked_at"])
    kind = Intervention.Kind.LOCK_CHAT if locks else Intervention.Kind.UNLOCK_CHAT
    row = act_write(kind, locked, actor, reason)
    act_notify(row, locked.seats)
    on_commit.chat_changed(game)
    return row
