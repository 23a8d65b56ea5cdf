"""Players replaced by a moderator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from accounts.fast.queries import SAMPLE_ID, SAMPLE_TIME, PreparedQuery
from accounts.models import AuditEntry, User
from accounts.staff.reasons import reasons_named
from games.models import Game, Intervention

# The audit's name for a replacement; `person` is the former player.
REPLACED: Final = f"game.{Intervention.Kind.REPLACE}"
SHOWN_FOR: Final = timedelta(days=7)
_LATELY: Final = PreparedQuery(
    lambda user, since: AuditEntry.objects.filter(at__gte=since, person=user, action=REPLACED).order_by("pk"),
    user=SAMPLE_ID,
    since=SAMPLE_TIME,
)


@dataclass(frozen=True, slots=True)
class ReplacedPlayer:
    """A former player of a seat, who sat there while the version was below `until`."""

    seat: int
    until: int
    user: User

    def sat_at(self, seat: int, version: int) -> bool:
        return self.seat == seat and version < self.until


@dataclass(frozen=True, slots=True)
class LostSeat:
    """A seat that was given to another player, as its former player sees it. `watchable`: the game is public."""

    public_id: str
    title: str
    to: str
    at: datetime
    reason: str
    watchable: bool


def replaced_players(game: Game, acts: Iterable[Intervention]) -> tuple[ReplacedPlayer, ...]:
    """Players who were replaced, in order of time. Two queries; none without replacements in `acts`."""
    if not any(act.kind == Intervention.Kind.REPLACE for act in acts):
        return ()
    entries = list(AuditEntry.objects.filter(game=game.public_id, action=REPLACED).order_by("pk"))
    users = User.objects.in_bulk({entry.person for entry in entries if entry.person is not None})
    return tuple(
        ReplacedPlayer(entry.facts["seat"], entry.facts["version"], users[entry.person])
        for entry in entries
        if entry.person in users
    )


def replaced_player_at(replaced: Iterable[ReplacedPlayer], seat: int, version: int) -> ReplacedPlayer | None:
    return next((former for former in replaced if former.sat_at(seat, version)), None)


def lost_seat(public_id: str, user: User) -> LostSeat | None:
    """The seat that the person lost in this game. One query if there is none."""
    entries = AuditEntry.objects.filter(game=public_id, person=user.pk, action=REPLACED).order_by("pk")
    return next(iter(_lost(entries, user)), None)


def lost_seats(user: User) -> list[LostSeat]:
    """The person's lost seats, newest first. One query if there are none."""
    return _lost(_LATELY.fetch(user=user.pk, since=timezone.now() - SHOWN_FOR), user)


def _lost(entries: Iterable[AuditEntry], user: User) -> list[LostSeat]:
    """The newest lost seat of each game, without seats that the person has regained."""
    rows = {entry.game: entry for entry in entries}
    if not rows:
        return []
    games = Game.objects.filter(public_id__in=rows).exclude(seats__user=user).select_related("host")
    acts = Intervention.objects.in_bulk([_act_id(entry) for entry in rows.values()])
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
                reason=reasons[_act_id(entry)],
                watchable=game.visibility == Game.Visibility.PUBLIC,
            )
        )
    return sorted(found, key=lambda lost: lost.at, reverse=True)


def _act_id(entry: AuditEntry) -> int:
    return int(entry.about.removeprefix("intervention "))
