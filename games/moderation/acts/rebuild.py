"""Rebuilds a game's derived columns."""

from django.db import transaction

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from games.moderation.acts.base import MODERATE, game_for_act
from games.play.derived import derived_rebuild


@transaction.atomic(durable=True)
def game_rebuild_by(*, actor: User, public_id: str, reason: str) -> None:
    """Rebuild a game as staff, not in their own games: a wrong deadline starts again."""
    staff_check(actor, MODERATE, reason)
    locked = game_for_act(actor, public_id)
    derived_rebuild(locked)
    audit_write(
        actor=actor,
        action="game.rebuild",
        reason=reason.strip(),
        game=public_id,
        facts={"version": locked.game.version},
    )
