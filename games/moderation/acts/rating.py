"""Takes an ended game out of the ratings, and back in."""

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games.errors import Refused
from games.models import Intervention
from games.moderation.acts.base import MODERATE, act_notify, act_write, game_for_act
from games.moderation.errors import ActReason
from games.ratings.services import game_rate, game_unrate


@transaction.atomic(durable=True)
def rating_withdraw(*, actor: User, public_id: str, reason: str) -> Intervention:
    """Make a game unrated; later ratings are recomputed. Raises Refused(NOT_RATED)."""
    return _set(actor, public_id, reason, Intervention.Kind.UNRATE)


@transaction.atomic(durable=True)
def rating_restore(*, actor: User, public_id: str, reason: str) -> Intervention:
    """Rate the game at its place in time. Raises Refused(NOT_RATED)."""
    return _set(actor, public_id, reason, Intervention.Kind.RATE)


def _set(actor: User, public_id: str, reason: str, kind: Intervention.Kind) -> Intervention:
    staff_check(actor, MODERATE, reason)
    locked = game_for_act(actor, public_id)
    game = locked.game
    counts = kind == Intervention.Kind.RATE
    if game.ended_at is None or not game.rated or game.counts_for_rating == counts:
        raise Refused(ActReason.NOT_RATED)
    game.counts_for_rating = counts
    game.save(update_fields=["counts_for_rating"])
    row = act_write(kind, locked, actor, reason)
    # A game not settled yet is rated, or not, when it is.
    if game.settled_at is not None and counts:
        game_rate(game)
    elif game.settled_at is not None:
        game_unrate(game)
    act_notify(row, locked.seats)
    return row
