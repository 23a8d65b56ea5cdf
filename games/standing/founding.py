"""A standing table made from a finished game, and the offer to make one."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.lobby.rematch import new_game_like
from games.models import Preferences, StandingGame, StandingTable
from games.people.locking import check_person, locked_people, locked_preferences
from games.play.locking import FINISHED, lock_game
from games.standing.locking import LockedTable, lock_table
from games.standing.members import FEWEST
from games.standing.services import member_add, table_create_for

SEATS = 6


@transaction.atomic(durable=True)
def table_found(*, public_id: str, user: User) -> StandingTable:
    """Make a standing table of a finished game, with its options and that game as its first; or join the one that
    another of its players made. The game's lock makes a press at the same moment wait. Raises NoSuchGame, NoSuchTable,
    Refused.
    """
    [user] = locked_people([user])
    locked = lock_game(public_id, player=user, status=FINISHED)
    game = locked.game
    known = StandingGame.objects.filter(game=game).values_list("table__public_id", flat=True).first()
    if known is not None:
        return _joined(lock_table(known), user)
    check_person(user)
    deck = game.two_player_deck or game.seats_count != FEWEST
    new = replace(new_game_like(game, seats=SEATS), two_player_deck=deck, name=game.name)
    table_made = table_create_for(user, new)
    StandingGame.objects.create(table=table_made, game=game)
    on_commit.game_reannounced(game)
    return table_made


def _joined(locked: LockedTable, user: User) -> StandingTable:
    """Add a player of one of the table's games. Raises NoSuchTable if a new member needs the link, Refused."""
    if not locked.table.players_join:
        locked.admit(user)
    member_add(locked, user)
    return locked.table


@transaction.atomic(durable=True)
def offer_decline(*, user: User) -> Preferences:
    """Never offer this person a standing table after a game again. Raises Refused if the account is closed."""
    preferences = locked_preferences(user)
    preferences.offer_standing = False
    preferences.save(update_fields=["offer_standing"])
    return preferences
