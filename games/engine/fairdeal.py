"""The verifiable deal: protocols odin-deal/1, odin-daily/1 and odin-weekly/1 (only hashing; no chance, no clock).

`seed` is always s_n, 32 bytes; every number of the protocol is one byte.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.engine.cards import COLOURS, GOAT, HAND_SIZE, MAX_SEATS, MIN_SEATS, Card, full_deck

PROTOCOL: Final = "odin-deal/1"
DAILY_PROTOCOL: Final = "odin-daily/1"
WEEKLY_PROTOCOL: Final = "odin-weekly/1"
WEEKLY_HANDS: Final = 8
# Seats of the hands that everyone plays.
SHARED_SEATS: Final = 3
CHAIN_LENGTH: Final = 128
SEED_BYTES: Final = 32
MAX_CONTRIBUTION_BYTES: Final = 64
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def chain_seed(top: bytes, number: int) -> bytes:
    """s_number, 0 to 128, of the chain whose s_128 is `top`. Raises ValueError."""
    if len(top) != SEED_BYTES:
        raise ValueError("a chain starts from 32 bytes")
    if not 0 <= number <= CHAIN_LENGTH:
        raise ValueError("a chain has the numbers 0 to 128")
    return _hashed(top, CHAIN_LENGTH - number)


def chain_anchor(top: bytes) -> bytes:
    """s_0, published when the game is created."""
    return chain_seed(top, 0)


def seed_fits(anchor: bytes, seed: bytes, number: int) -> bool:
    return 1 <= number <= CHAIN_LENGTH and len(seed) == SEED_BYTES and _hashed(seed, number) == anchor


def _hashed(seed: bytes, times: int) -> bytes:
    for _ in range(times):
        seed = hashlib.sha256(seed).digest()
    return seed


@dataclass(frozen=True, slots=True)
class Opening:
    """The facts that are fixed at the game's start and enter every deal. `contributions[k]`: the bytes of seat k, empty
    if it gave none. `protocol`: the tag that keeps the deals of two protocols apart. Raises ValueError.
    """

    game_id: str
    anchor: bytes
    seats: int
    goat: bool
    remove_two: bool
    contributions: tuple[bytes, ...]
    protocol: str = PROTOCOL

    def __post_init__(self) -> None:
        if GAME_ID.fullmatch(self.game_id) is None:
            raise ValueError("a game id is 1 to 64 of A-Z a-z 0-9 _ -")
        if len(self.anchor) != SEED_BYTES:
            raise ValueError("an anchor has 32 bytes")
        if not MIN_SEATS <= self.seats <= MAX_SEATS or len(self.contributions) != self.seats:
            raise ValueError("2 to 6 seats give one contribution each")
        if self.remove_two and self.seats != MIN_SEATS:
            raise ValueError("colours leave the deck only with two seats")
        if any(len(given) > MAX_CONTRIBUTION_BYTES for given in self.contributions):
            raise ValueError("a contribution has at most 64 bytes")

    def encode(self) -> bytes:
        """O: every part with its length, or as one byte."""
        numbers = bytes([self.seats, self.goat, self.remove_two])
        head = _sized(self.protocol.encode()) + _sized(self.game_id.encode()) + self.anchor + numbers
        return head + b"".join(map(_sized, self.contributions))

    @property
    def fingerprint(self) -> bytes:
        """F, the hash that binds all parts."""
        return hashlib.sha256(self.encode()).digest()

    def key(self, seed: bytes, label: str, number: int) -> bytes:
        """K(label, number) with `seed` as its key."""
        return hmac.digest(seed, self.fingerprint + bytes([number]) + label.encode(), "sha256")


def shared_opening(protocol: str, first_day: str, anchor: bytes) -> Opening:
    """The opening of a chain of hands that everyone plays. No player adds bytes. Raises ValueError."""
    return Opening(
        game_id=first_day,
        anchor=anchor,
        seats=SHARED_SEATS,
        goat=False,
        remove_two=False,
        contributions=(b"",) * SHARED_SEATS,
        protocol=protocol,
    )


def _sized(part: bytes) -> bytes:
    return bytes([len(part)]) + part


def stream(key: bytes) -> Iterator[int]:
    """A key's stream of 8,192 bytes, far more than any deal reads."""
    for block in range(256):
        yield from hmac.digest(key, bytes([block]), "sha256")


def draw(source: Iterator[int], choices: int) -> int:
    """draw(m), 2 <= m <= 54: a uniform number below `choices`, rejecting bytes that would bias it."""
    bound = 256 - 256 % choices
    return next(byte for byte in source if byte < bound) % choices


def removed_colours(opening: Opening, seed: bytes) -> str:
    """The removed colours, drawn from s_1, in the order B R P G K O; "" if all stay."""
    if not opening.remove_two:
        return ""
    source, left = stream(opening.key(seed, "colours", 1)), list(COLOURS)
    for _ in range(2):
        del left[draw(source, len(left))]
    return "".join(colour for colour in COLOURS if colour not in left)


def first_leader(opening: Opening, seed: bytes, number: int = 1) -> int:
    """The leader drawn from s_number. A game draws only the first; a hand for everyone draws its own."""
    return draw(stream(opening.key(seed, "leader", number)), opening.seats)


def deck_for(opening: Opening, seed: bytes, number: int, removed: str) -> tuple[Card, ...]:
    """The shuffled deck of hand `number`, from s_number: entries 9k to 9k + 8 go to seat k."""
    source = stream(opening.key(seed, "deal", number))
    deck = list(full_deck("".join(colour for colour in COLOURS if colour not in removed)))
    for last in range(len(deck) - 1, 0, -1):
        chosen = draw(source, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    if opening.goat:
        deck.insert(draw(source, HAND_SIZE * opening.seats), GOAT)
    return tuple(deck)
