"""Removal of results of weekly hands, such as of people who played them with two accounts."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from games.errors import Refused
from games.models import WeeklyResult
from games.moderation.errors import ActReason, ConflictReason
from games.people.locking import locked_people
from games.play.account_turns import own_accounts
from games.weekly.services import result_switch

REMOVE = "games.remove_weeklyresult"


@transaction.atomic(durable=True)
def result_remove(*, actor: User, result_id: int, reason: str) -> WeeklyResult:
    """Count the result for nothing: neither in the ranking nor in comparisons and ratings. Raises PermissionDenied,
    AccountRefused(REASON_MISSING), Refused(ALREADY, OWN_WEEK).
    """
    return _switched(actor, result_id, reason, timezone.now())


@transaction.atomic(durable=True)
def result_restore(*, actor: User, result_id: int, reason: str) -> WeeklyResult:
    """Count a removed result again. Raises as `result_remove`."""
    return _switched(actor, result_id, reason, None)


def _switched(actor: User, result_id: int, reason: str, removed_at: datetime | None) -> WeeklyResult:
    staff_check(actor, REMOVE, reason)
    found = WeeklyResult.objects.select_related("user").filter(pk=result_id).first()
    if found is None:
        raise Refused(ActReason.ALREADY)
    # First, as when the person ends a hand.
    locked_people([found.user])
    result = WeeklyResult.objects.select_for_update().filter(pk=result_id).first()
    if result is None or (result.removed_at is None) == (removed_at is None):
        raise Refused(ActReason.ALREADY)
    if WeeklyResult.objects.filter(week=result.week, user__in=own_accounts(actor.pk)).exists():
        raise Refused(ConflictReason.OWN_WEEK)
    result_switch(result, removed_at)
    audit_write(
        actor=actor,
        action="week.restore" if removed_at is None else "week.remove",
        reason=reason,
        person=found.user,
        about=f"result of the week {result.week}",
        facts={"hands": result.hands, "points": result.points},
    )
    return result
