"""Chains of seeds, sealed in the database (FAIRDEAL.md, 1 and 5)."""

import secrets
from collections.abc import Sequence

from accounts.secret_box import Unreadable, seal, unseal
from games.engine import fairdeal
from games.models import FairChain, Game, Seat
from games.play.errors import ChainLost

SEED_BYTES = 32


def new_chain_top() -> bytes:
    """A new s_128: 32 secure random bytes."""
    return secrets.token_bytes(SEED_BYTES)


def chain_store(game: Game, top: bytes) -> None:
    FairChain.objects.create(game=game, sealed=seal(top))


def hand_seed(game: Game, number: int) -> bytes:
    """s_number, 32 bytes. One query the first time. Raises ChainLost if it cannot be read."""
    try:
        top = unseal(game.chain.sealed)
    except (FairChain.DoesNotExist, Unreadable) as lost:
        raise ChainLost(game.public_id) from lost
    return fairdeal.chain_seed(top, number)


def game_opening(game: Game, seats: Sequence[Seat]) -> fairdeal.Opening:
    """The facts that the fingerprint covers, once all seats are taken; `seats` in order."""
    return fairdeal.Opening(
        game_id=game.public_id,
        anchor=bytes.fromhex(game.anchor),
        seats=game.seats_count,
        goat=game.goat,
        remove_two=game.two_player_deck,
        contributions=tuple(seat.contributed for seat in seats),
    )
