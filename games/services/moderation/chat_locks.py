"""Whether a game's chat is open. What is said there is games.services.chat's business."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.permission import staff_check
from games.errors import Refused
from games.models import Intervention
from games.moderation.errors import ActReason
from games.services import notify
from games.services.moderation.acting import act_tell, act_write, acted_game

LOCK = "games.lock_chat"


@transaction.atomic(durable=True)
def chat_lock(*, actor: User, public_id: str, reason: str) -> Intervention:
    """Let nobody write in the game's chat until it is opened again; what was said stays.

    Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME, ALREADY).
    """
    return _turn_key(actor, public_id, reason, locked=True)


@transaction.atomic(durable=True)
def chat_unlock(*, actor: User, public_id: str, reason: str) -> Intervention:
    """Open a chat that was locked. Raises as `chat_lock`."""
    return _turn_key(actor, public_id, reason, locked=False)


def _turn_key(actor: User, public_id: str, reason: str, *, locked: bool) -> Intervention:
    staff_check(actor, LOCK, reason)
    game, seats = acted_game(actor, public_id)
    if (game.chat_locked_at is not None) == locked:
        raise Refused(ActReason.ALREADY)
    at = timezone.now()
    game.chat_locked_at = at if locked else None
    game.save(update_fields=["chat_locked_at"])
    kind = Intervention.Kind.LOCK_CHAT if locked else Intervention.Kind.UNLOCK_CHAT
    row = act_write(kind, game, actor, reason, at)
    act_tell(row, seats)
    notify.chat_changed(game)
    return row
