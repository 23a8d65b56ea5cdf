"""Changes of a standing table's options: its log, and the news for its members."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.models import User
from games.models import StandingChange, StandingMember, StandingTable
from games.outbox.decisions import options_notice_write

# In the order of the form. The name is none of them.
OPTIONS: Final = (
    *("seats_count", "goes_on", "pace", "timeout_action", "weekends_off", "rated", "target", "two_player_deck"),
    *("undo", "goat", "next_leader"),
)
# An owner may still put a slip right, and several changes make one notification an hour.
TOLD_AFTER: Final = timedelta(minutes=5)
TOLD_EACH: Final = timedelta(hours=1)
KEPT: Final = timedelta(days=90)
LOGGED: Final = 3

Change = tuple[object, object]
"""An option's old and new value."""


def table_options(table: StandingTable) -> dict[str, Any]:
    return {name: getattr(table, name) for name in OPTIONS}


def change_note(table: StandingTable, user: User, before: Mapping[str, Any], at: datetime) -> None:
    """Log what the owner changed from `before`, and request the other members' notifications, in the caller's
    transaction, which locked the table.
    """
    table.changes.filter(changed_at__lt=at - KEPT).delete()
    last = table.changes.order_by("-pk").first()
    own = StandingChange(before={}, after={}) if last is None or last.told_at <= at else last
    differs = changed([own, StandingChange(before=before, after=table_options(table))])
    if not differs:
        if own.pk is not None:
            own.delete()
        return
    own.table, own.changed_at = table, at
    own.before, own.after = ({name: change[side] for name, change in differs.items()} for side in (0, 1))
    if own.pk is None:
        own.told_at = at + TOLD_AFTER if last is None else max(at + TOLD_AFTER, last.told_at + TOLD_EACH)
    own.save()
    others = User.objects.filter(standing_members__table=table).exclude(pk=user.pk).select_related("preferences")
    for person in others.order_by("pk"):
        options_notice_write(own, person, at)


def changed(changes: Iterable[StandingChange]) -> dict[str, Change]:
    """The options that these changes, oldest first, changed in the end, in the order of the form."""
    old: dict[str, object] = {}
    new: dict[str, object] = {}
    for change in changes:
        old = {**change.before, **old}
        new |= change.after
    return {name: (old[name], new[name]) for name in OPTIONS if name in old and old[name] != new[name]}


def changes_logged(table: StandingTable) -> list[StandingChange]:
    """The latest changes, newest first. One query."""
    return list(table.changes.order_by("-pk")[:LOGGED])


@dataclass(frozen=True, slots=True)
class ChangeNews:
    """A notification's news for a member: everything that changed from one change on. `changed_at`: when it last did.
    `keys`: of the table's changes.
    """

    table: StandingTable
    member: StandingMember
    changed: Mapping[str, Change]
    changed_at: datetime
    keys: frozenset[int]

    @property
    def seen(self) -> bool:
        """Whether the member has opened the table's page since."""
        return self.member.looked_at is not None and self.member.looked_at > self.changed_at


def change_news(change_id: int, user_id: int) -> ChangeNews | None:
    """The news since the change; None if it was reverted or its table is gone, or to people who are no members. Two
    queries.
    """
    members = StandingMember.objects.select_related("table").filter(table__changes=change_id, user=user_id)
    member = members.first()
    if member is None:
        return None
    changes = list(StandingChange.objects.filter(table=member.table_id).order_by("pk"))
    told = [change for change in changes if change.pk >= change_id]
    keys = frozenset(change.pk for change in changes)
    return ChangeNews(member.table, member, changed(told), told[-1].changed_at, keys)
