"""The facts with which anyone checks the deal of a hand for everyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.fairdeal import Opening

# The protocol's steps, for those who check by hand; the same in every language.
_STEPS: Final = """\
O = L("{protocol}") L(first day) anchor 3 0 0 L() L() L()
F = SHA-256(O)
anchor = SHA-256, n times, of the seed of hand n
K(label, n) = HMAC-SHA-256(seed of hand n, F n label)

K("leader", n): leader = draw(3), from 0
K("deal", n):   the deck; you get the entries 0 to 8
K("bots", n):   the bots' chance

L, stream, draw and the deal are those of odin-deal/1.
"""


@dataclass(frozen=True, slots=True)
class HandProof:
    """`seed`: "" until the hand can be played no more (`closed`), or if it is lost."""

    anchor: str
    number: int
    first_day: str
    opening: str
    fingerprint: str
    seed: str
    closed: bool
    steps: str


def hand_proof(opening: Opening, number: int, seed: bytes | None, *, closed: bool) -> HandProof:
    return HandProof(
        anchor=opening.anchor.hex(),
        number=number,
        first_day=opening.game_id,
        opening=opening.encode().hex(),
        fingerprint=opening.fingerprint.hex(),
        seed=seed.hex() if seed is not None and closed else "",
        closed=closed,
        steps=_STEPS.format(protocol=opening.protocol),
    )
