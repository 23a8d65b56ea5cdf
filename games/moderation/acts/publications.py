"""Withdraws published replays."""

from django.db import transaction

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from games.errors import Refused
from games.models import Publication
from games.moderation.acts.base import MODERATE, game_for_act
from games.moderation.errors import ActReason


@transaction.atomic(durable=True)
def publication_withdraw(*, actor: User, publication_id: int, reason: str) -> Publication:
    """End a publication, or the request for one: its link no longer works. Raises Refused(ALREADY, OWN_GAME)."""
    staff_check(actor, MODERATE, reason)
    games = Publication.objects.filter(pk=publication_id, ended_at__isnull=True)
    public_id = games.values_list("game__public_id", flat=True).first()
    if public_id is None:
        raise Refused(ActReason.ALREADY)
    locked = game_for_act(actor, public_id)
    row = games.first()
    if row is None:
        raise Refused(ActReason.ALREADY)
    row.ended_at = locked.now
    row.save(update_fields=["ended_at"])
    audit_write(
        actor=actor, action="replay.withdraw", reason=reason, game=public_id, about=f"published replay {row.pk}"
    )
    return row
