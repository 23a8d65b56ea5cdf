"""The public facts of a game's deals so far (FAIRDEAL.md, 1, 3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import fairdeal
from games.models import Game, Seat
from games.play.fair_chain import game_opening
from games.play.selectors import seat_names

# The whole protocol, for everyone who checks by hand; the same in every language.
STEPS: Final = """\
L(x) = length of x, 1 byte, then x
O    = L("odin-deal/1") L(game) anchor seats goat
       two-player-deck L(data of seat 1) ...
       (seats, goat, deck: 1 byte each)
F    = SHA-256(O)                    fingerprint
anchor = SHA-256, n times, of the seed of hand n

K(label, n) = HMAC-SHA-256(seed of hand n, F n label)
stream(K)   = HMAC(K, 00) HMAC(K, 01) HMAC(K, 02) ...
draw(m)     = b mod m, with b the stream's next byte
              below 256 - (256 mod m)

K("colours", 1), two-player deck only:
  of B R P G K O take out entry draw(6),
  then entry draw(5) of the five left
K("leader", 1):
  first leader = draw(seats), from 0
K("deal", n):
  deck = B1 B2 ... O9, colours in the order B R P G K O
  for i = last index ... 1: j = draw(i + 1),
    swap entries i and j
  with the goat: insert X0 at index draw(9 * seats)
  seat k = entries 9k to 9k + 8, from 0
"""


@dataclass(frozen=True, slots=True)
class SeatData:
    """A seat's facts. `name`: "" for a free seat. `data`: the contribution as hex, "" if there is none (yet: not
    `answered`).
    """

    number: int
    name: str = ""
    is_bot: bool = False
    data: str = ""
    answered: bool = False
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal's facts. `opening`: the bytes that the fingerprint hashes, as hex; "" before the start. `seeds`: of
    hands that are over. `last`: the seat whose data came last, once the game has started; None if no seat gave any.
    """

    seats: tuple[SeatData, ...]
    opening: str
    leader: str
    seeds: tuple[tuple[int, str], ...]
    last: SeatData | None = None
    protocol: str = fairdeal.PROTOCOL
    steps: str = STEPS

    @property
    def bots(self) -> bool:
        return any(seat.is_bot for seat in self.seats)


def game_deal(game: Game) -> Deal:
    """The facts of the game's deal. Two queries, one before the start."""
    seats = list(game.seats.select_related("user").order_by("number"))
    shown = tuple(_seats_data(game, seats))
    if not game.fingerprint:
        return Deal(shown, "", "", ())
    hands = game.hands.filter(ended_at__isnull=False).exclude(seed="").order_by("number").values_list("number", "seed")
    leader = "" if game.first_leader is None else shown[game.first_leader].name
    return Deal(shown, game_opening(game, seats).encode().hex(), leader, tuple(hands), _last(shown, seats))


def _last(shown: Sequence[SeatData], seats: Sequence[Seat]) -> SeatData | None:
    """The seat whose data came last: its player knew all other data, and could have chosen the deal with the site."""
    gave = [(seat.answered_at, seat.number) for seat in seats if seat.answered_at is not None and seat.contributed]
    return shown[max(gave)[1]] if gave else None


def mark_fits(game: Game, marks: Mapping[str, str]) -> bool | None:
    """Whether the game has the anchor or fingerprint in an email's link; None for a link without either."""
    known = {"anchor": game.anchor, "fingerprint": game.fingerprint}
    told = [known[name] == marks[name] for name in known if name in marks]
    return all(told) if told else None


def _seats_data(game: Game, seats: Sequence[Seat]) -> list[SeatData]:
    taken = {
        seat.number: SeatData(
            number=seat.number,
            name=name,
            is_bot=seat.kind == Seat.Kind.BOT,
            data=seat.contributed.hex(),
            answered=seat.answered_at is not None,
            user_id=seat.user_id,
        )
        for seat, name in zip(seats, seat_names(seats), strict=True)
    }
    return [taken.get(number, SeatData(number)) for number in range(game.seats_count)]
