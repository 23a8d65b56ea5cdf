"""The next game of a standing table. Its players need no invitation, because members agree when they join."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import HOUR, sweep
from games import on_commit
from games.errors import GameError, Refused
from games.lobby.errors import LobbyReason
from games.lobby.expiry import offer_close
from games.lobby.rematch import new_game_like
from games.lobby.services import CONTRIBUTION_WAIT_QUEUE, game_create_for
from games.lobby.standing_rows import CURRENT
from games.models import Game, StandingGame, StandingMember, StandingTable
from games.play.locking import OPEN, lock_game_if
from games.standing.errors import StandingReason
from games.standing.locking import LockedTable, lock_table
from games.standing.members import line_up, members_of
from games.standing.presence import member_look
from games.standing.seating import rotated, sit_outs

# From a game's end to the next, where that begins automatically.
GOES_ON_AFTER: Final = timedelta(hours=12)


@transaction.atomic(durable=True)
def next_game_begin(*, public_id: str, user: User) -> Game:
    """Begin the next game with the members who are due, or return the current one, as for a second press. The press
    shows that the person is here. Raises NoSuchTable, Refused.
    """
    people = _locked_members(public_id)
    locked = lock_table(public_id)
    locked.admit(user)
    member_look(public_id=public_id, user=user)
    if user.is_barred:
        raise Refused(LobbyReason.BARRED)
    return current_game(locked.table) or _begun(locked, people)


@transaction.atomic(durable=True)
def next_game_begin_due(*, public_id: str) -> Game | None:
    """Begin the next game of a table whose games go on by themselves, if it is due; otherwise return None. Raises
    NoSuchTable, Refused.
    """
    people = _locked_members(public_id)
    locked = lock_table(public_id)
    due = tables_due(timezone.now()).filter(pk=locked.table.pk).exists()
    return _begun(locked, people) if due else None


def tables_due(at: datetime) -> QuerySet[StandingTable]:
    """Tables whose games go on, and ended long enough ago."""
    busy = StandingGame.objects.filter(Q(game__ended_at=None) | Q(game__ended_at__gt=at - GOES_ON_AFTER))
    idle = StandingTable.objects.filter(goes_on=True, games__isnull=False)
    return idle.exclude(pk__in=busy.values("table")).distinct().order_by("pk")


@sweep(every=HOUR, at=time(minute=25))
def tables_sweep() -> int:
    """Begin the games that are due. A table with too few members who are in waits for them."""
    begun = 0
    for public_id in list(tables_due(timezone.now()).values_list("public_id", flat=True)):
        try:
            begun += next_game_begin_due(public_id=public_id) is not None
        except GameError:
            continue
    return begun


def _locked_members(public_id: str) -> dict[int, User]:
    """The members' accounts, locked by id; locks on accounts come before those on tables."""
    members = StandingMember.objects.filter(table__public_id=public_id)
    accounts = User.objects.filter(pk__in=list(members.values_list("user", flat=True)), is_active=True)
    return {user.pk: user for user in accounts.select_for_update(no_key=True).order_by("pk")}


def current_game(table: StandingTable) -> Game | None:
    """The game that runs, or starts within a minute. One query."""
    found = table.games.filter(CURRENT).select_related("game").order_by("-game").first()
    return None if found is None else found.game


def _begun(locked: LockedTable, people: dict[int, User]) -> Game:
    """Seat those who are due in a new game. Raises Refused(TOO_FEW)."""
    table, at = locked.table, timezone.now()
    _give_up(table)
    members = [member for member in members_of(table) if member.user_id in people]
    line = line_up(table, members, at)
    if not line.due:
        raise Refused(StandingReason.TOO_FEW)
    game = _created(table, [people[pk] for pk in rotated(line.due, table.games.count())])
    for player in line.due:
        on_commit.person_event(player, {"type": "invitation", "game": game.public_id})
    for user_id, sat_out_at in sit_outs(line.candidates, line.due, game.created_at).items():
        StandingMember.objects.filter(table=table, user=user_id).update(sat_out_at=sat_out_at)
    return game


def _created(table: StandingTable, players: list[User]) -> Game:
    """A full game of these people. It waits for random data only as long as one of paired players."""
    new = replace(new_game_like(table, seats=len(players)), name=table.name)
    if any(player.is_guest for player in players):
        new = replace(new, rated=False)
    game = game_create_for(players, new)
    game.contributions_due_at = game.created_at + CONTRIBUTION_WAIT_QUEUE
    # The chat goes on, so a moderator's lock does too.
    last = Game.objects.filter(standing__table=table).order_by("-pk").first()
    game.chat_locked_at = last.chat_locked_at if last is not None else None
    game.save(update_fields=["contributions_due_at", "chat_locked_at"])
    StandingGame.objects.create(table=table, game=game)
    return game


def _give_up(table: StandingTable) -> None:
    """Cancel open games that a player left."""
    for game_id in table.games.filter(game__status=Game.Status.OPEN).values_list("game", flat=True):
        left = lock_game_if(game_id, status=OPEN)
        if left is not None:
            offer_close(left)
