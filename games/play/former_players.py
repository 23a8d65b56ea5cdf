"""Who sat at a table until a moderator gave the seat to another: what they read of it, and what keeps their name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.staff.reasons import reasons_named
from games.models import Game, Intervention

# What the audit calls a seat's change of persons; `person` is who sat there before.
REPLACED: Final = f"game.{Intervention.Kind.REPLACE}"
# How long the first page tells of it.
TOLD_FOR: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Former:
    """A person who had a seat while the game's version was below `until`."""

    seat: int
    until: int
    user: User


@dataclass(frozen=True, slots=True)
class LostSeat:
    """A seat that a moderator gave to another, as who had it reads of it; `to` is whose it became.

    `watchable`: everybody may look on, so may they.
    """

    public_id: str
    title: str
    to: str
    at: datetime
    reason: str
    watchable: bool


def formers_of(game: Game, acts: Iterable[Intervention]) -> tuple[Former, ...]:
    """Who was replaced in the game, in order of time; `acts` are the moderators' in it. Two queries, none where nobody
    was."""
    if not any(act.kind == Intervention.Kind.REPLACE for act in acts):
        return ()
    entries = list(AuditEntry.objects.filter(game=game.public_id, action=REPLACED).order_by("pk"))
    users = User.objects.in_bulk({entry.person for entry in entries if entry.person is not None})
    return tuple(
        Former(entry.facts["seat"], entry.facts["version"], users[entry.person])
        for entry in entries
        if entry.person in users
    )


def former_at(formers: Iterable[Former], seat: int, version: int) -> Former | None:
    """Who had the seat when the game came to a version, where another has it now."""
    return next((former for former in formers if former.seat == seat and version < former.until), None)


def lost_seat(public_id: str, user: User) -> LostSeat | None:
    """The person's seat in that game, if a moderator gave it to another. One query where not."""
    return next(iter(_lost(AuditEntry.objects.filter(game=public_id), user)), None)


def lost_seats(user: User) -> list[LostSeat]:
    """The seats that the person lost of late, newest first. One query where there are none."""
    return _lost(AuditEntry.objects.filter(at__gte=timezone.now() - TOLD_FOR), user)


def _lost(entries: QuerySet[AuditEntry], user: User) -> list[LostSeat]:
    """Without those that the person has again, once for each game."""
    rows = {entry.game: entry for entry in entries.filter(person=user.pk, action=REPLACED).order_by("pk")}
    if not rows:
        return []
    games = Game.objects.filter(public_id__in=rows).exclude(seats__user=user).select_related("host")
    acts = Intervention.objects.in_bulk([_act_of(entry) for entry in rows.values()])
    reasons = dict(zip(acts, reasons_named([act.reason for act in acts.values()]), strict=True))
    names = {to.pk: to.name for to in User.objects.filter(pk__in={entry.facts["to"] for entry in rows.values()})}
    found = []
    for game in games:
        entry = rows[game.public_id]
        found.append(
            LostSeat(
                public_id=game.public_id,
                title=game.title,
                to=names[entry.facts["to"]],
                at=entry.at,
                reason=reasons[_act_of(entry)],
                watchable=game.visibility == Game.Visibility.PUBLIC,
            )
        )
    return sorted(found, key=lambda lost: lost.at, reverse=True)


def _act_of(entry: AuditEntry) -> int:
    return int(entry.about.removeprefix("intervention "))
