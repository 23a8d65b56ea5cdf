"""Accounts and turns that belong to one person."""

from collections.abc import Iterable
from typing import Final

from accounts.fast.queries import SAMPLE_ID, PreparedQuery
from accounts.models import User
from games.engine import IllegalTurn, Refusal, parse_turn
from games.models import Move
from games.play.errors import TurnRefused

_BY_PERSON = (Move.By.PLAYER, Move.By.AUTO)
_MERGED: Final = PreparedQuery(lambda user: User.objects.filter(merged_into_id=user).values_list("pk"), user=SAMPLE_ID)


def own_accounts(user_id: int) -> frozenset[int]:
    """The account and those merged into it. One query."""
    return frozenset({user_id, *(merged for (merged,) in _MERGED.fetch(user=user_id))})


def account_turns(user_id: int | None, seat: int | None, moves: Iterable[Move]) -> frozenset[int]:
    """Ids of the turns that the seat's player took, including planned ones. One query if another account took turns
    there, else none.
    """
    if user_id is None:
        return frozenset()
    taken = [move for move in moves if move.by in _BY_PERSON]
    shared = any(move.seat == seat and move.actor_id != user_id for move in taken)
    own = own_accounts(user_id) if shared else {user_id}
    return frozenset(move.pk for move in taken if move.actor_id in own)


def turn_sent_before(*, public_id: str, user: User, version: int, text: str, refusal: TurnRefused) -> Move | None:
    """The person's own turn that was refused only because it was already stored: the same turn, taken at that version
    and not taken back. A page that gets no answer sends its turn again. At most one query.
    """
    if refusal.reason not in (Refusal.STALE_VERSION, Refusal.HAND_OVER):
        return None
    moves = Move.objects.valid().filter(hand__game__public_id=public_id, actor=user, by=Move.By.PLAYER)
    stored = moves.filter(version=version + 1).first()
    return stored if stored is not None and _is_same(text, stored.turn) else None


def _is_same(text: str, stored: str) -> bool:
    """Whether `text`, in which the card picked up may be left out, is the `stored` turn."""
    try:
        sent, taken = parse_turn(text), parse_turn(stored)
    except IllegalTurn:
        return False
    return set(sent.cards) == set(taken.cards) and sent.pickup in (None, taken.pickup)
