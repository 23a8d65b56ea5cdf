"""Making a game's cached columns anew, when they are in doubt."""

from django.db import transaction

from accounts.models import User
from accounts.services.audit import audit_write
from accounts.services.permission import staff_check
from games.services.cache import rebuild_in_locked_game
from games.services.locking import locked_game
from games.services.moderation.acting import MODERATE


@transaction.atomic(durable=True)
def game_rebuild_by(*, actor: User, public_id: str, reason: str) -> None:
    """`game_rebuild` at the wish of staff; it shows and changes nothing of the play, so it is theirs in own games too.

    Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame.
    """
    staff_check(actor, MODERATE, reason)
    game = locked_game(public_id)
    rebuild_in_locked_game(game)
    audit_write(
        actor=actor,
        action="game.rebuild",
        reason=reason.strip(),
        game=public_id,
        facts={"version": game.version},
    )
