"""Accounts and turns that belong to one person."""

from collections.abc import Iterable
from typing import Final

from accounts.models import User
from accounts.models.prepared_query import SAMPLE_ID, PreparedQuery
from games.models import Move

_BY_PERSON = (Move.By.PLAYER, Move.By.AUTO)
_MERGED: Final = PreparedQuery(lambda user: User.objects.filter(merged_into_id=user).values_list("pk"), user=SAMPLE_ID)


def own_accounts(user_id: int) -> frozenset[int]:
    """With those merged into it. One query."""
    return frozenset({user_id, *(merged for (merged,) in _MERGED.fetch(user=user_id))})


def own_turns(user_id: int | None, seat: int | None, moves: Iterable[Move]) -> frozenset[int]:
    """Ids of turns that the seat's player took, also by standing orders. One query if another account took turns there,
    else none.
    """
    if user_id is None:
        return frozenset()
    taken = [move for move in moves if move.by in _BY_PERSON]
    shared = any(move.seat == seat and move.actor_id != user_id for move in taken)
    own = own_accounts(user_id) if shared else {user_id}
    return frozenset(move.pk for move in taken if move.actor_id in own)
