"""Writes the audit log, inside the act's transaction."""

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.staff.reasons import reason_kept

Fact = int | str | bool | None


def audit_write(
    *,
    actor: User | None,
    action: str,
    reason: str = "",
    person: User | None = None,
    game: str = "",
    about: str = "",
    facts: Mapping[str, Fact] | None = None,
    at: datetime | None = None,
) -> AuditEntry:
    """Log that `actor` (None: the site itself) did `action`, like "game.pause", and why. It concerns `person`, `game`
    (its public id), or `about`, another row as "report 12". `facts`: numbers, codes and ids, never names. Usernames in
    the reason become ids, because rows outlive usernames.
    """
    return AuditEntry.objects.create(
        at=at or timezone.now(),
        actor=None if actor is None else actor.pk,
        action=action,
        person=None if person is None else person.pk,
        game=game,
        about=about,
        reason=reason_kept(reason),
        facts=dict(facts or {}),
    )
