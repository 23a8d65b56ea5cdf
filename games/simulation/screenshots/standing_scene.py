"""Standing tables for the pictures."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from games.lobby.services import NewGame, game_contribute
from games.models import Game, StandingTable
from games.standing.invitations import member_invite
from games.standing.next_game import next_game_begin
from games.standing.services import member_sit_out, table_create, table_join


def standing_tables(
    places: dict[str, str | list[str]], me: User, others: list[User], play_out: Callable[[Game], object]
) -> None:
    """Make a table with games over, another running and a member who sits out; one between two games; one without
    games; and another's, with an invitation to `me`.
    """
    table = _table("Torsdagsbordet", me, others)
    for number in range(4):
        if number == 2:
            member_sit_out(public_id=table.public_id, user=others[2])
        game = _begin(table, me)
        if number < 3:
            play_out(game)
    play_out(_begin(_table("Fika", me, others[:2]), me))
    _table("Nattlaget", me, [])
    member_invite(public_id=_table("Kveldslaget", others[-1], []).public_id, user=others[-1], handle=me.handle)
    places["standing"], places["standing_invited"] = table.public_id, table.invite_token


def _table(name: str, me: User, others: list[User]) -> StandingTable:
    table = table_create(owner=me, new=NewGame(seats=4, target=None, name=name))
    for person in others:
        table_join(token=table.invite_token, user=person)
    return table


def _begin(table: StandingTable, me: User) -> Game:
    game = next_game_begin(public_id=table.public_id, user=me)
    for seat in game.seats.select_related("user"):
        game_contribute(public_id=game.public_id, user=seat.user, contribution=None)
    game.refresh_from_db()
    return game
