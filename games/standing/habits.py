"""When members usually play, for those who let the others see it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import DateTimeField, F, Func, Q, Value

from accounts.models import User
from games.models import Move, Preferences, StandingTable
from games.people.locking import locked_preferences
from games.standing.usual_time import time_seen, usual_time

# The turns looked at: of the table's latest games, in the latest weeks.
SINCE: Final = timedelta(weeks=6)
MAX_GAMES: Final = 30
# A quarter of an hour begins each half hour of every time zone.
_QUARTER: Final = Func(
    Value(timedelta(minutes=15)),
    F("created_at"),
    Value(datetime(2000, 1, 1, tzinfo=UTC)),
    function="date_bin",
    output_field=DateTimeField(),
)


def usual_times(table: StandingTable, people: Collection[User], viewer: User, at: datetime) -> Mapping[int, time]:
    """By account, when these people usually play at the table, in the viewer's time zone; only clear habits. Two
    queries, none without people.
    """
    if not people:
        return {}
    games = list(table.games.order_by("-game").values_list("game", flat=True)[:MAX_GAMES])
    # As everyone sees it: until the end of a game planned turns look like the player's own.
    own = Q(by=Move.By.PLAYER) | Q(by=Move.By.AUTO, hand__game__ended_at=None)
    moves = Move.objects.filter(own, hand__game__in=games, actor__in=people, created_at__gt=at - SINCE)
    turns: dict[int, list[datetime]] = {}
    for actor, quarter in moves.order_by().values_list("actor", _QUARTER).distinct():
        turns.setdefault(actor, []).append(quarter)
    found = {person.pk: (usual_time(turns.get(person.pk, ()), person.time_zone), person) for person in people}
    return {
        pk: time_seen(usual, person.time_zone, at, viewer.time_zone)
        for pk, (usual, person) in found.items()
        if usual is not None
    }


@transaction.atomic(durable=True)
def hours_switch(*, user: User, on: bool) -> Preferences:
    """Let members of the person's standing tables see when they usually play, or not. Raises Refused if the account is
    closed.
    """
    preferences = locked_preferences(user)
    preferences.show_hours = on
    preferences.save(update_fields=["show_hours"])
    return preferences
