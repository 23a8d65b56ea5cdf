"""Accounts and turns that belong to one person."""

from collections.abc import Iterable

from accounts.models import User
from games.models import Move

_BY_PERSON = (Move.By.PLAYER, Move.By.AUTO)


def own_accounts(user_id: int) -> frozenset[int]:
    """With those merged into it. One query."""
    return frozenset({user_id, *User.objects.filter(merged_into=user_id).values_list("pk", flat=True)})


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
