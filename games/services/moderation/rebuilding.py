"""Making a game's cached columns anew, when they are in doubt."""

from django.db import transaction

from accounts.models import User
from accounts.services.audit import audit_write
from accounts.services.permission import staff_check
from games.services.cache import rebuild_in_locked_game
from games.services.moderation.acting import MODERATE, acted_game


@transaction.atomic(durable=True)
def game_rebuild_by(*, actor: User, public_id: str, reason: str) -> None:
    """`game_rebuild` at the wish of staff: not in own games, as a clock that is amiss begins anew by it.

    Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME).
    """
    staff_check(actor, MODERATE, reason)
    game, _seats = acted_game(actor, public_id)
    rebuild_in_locked_game(game)
    audit_write(
        actor=actor,
        action="game.rebuild",
        reason=reason.strip(),
        game=public_id,
        facts={"version": game.version},
    )
