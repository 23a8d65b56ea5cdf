"""The viewer's choices with their cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from games.engine import HandState, View, cards_text, legal_turns, parse_cards, set_value
from games.models import Hand, Move, Seat
from games.play.hand_order import Sort, card_sort, hand_sorted
from games.play.orders.selectors import ordered_pickup
from games.play.questions import confirms, confirms_key

# Ends the value of a play of all cards held, for which `pickup` is ignored.
OUT: Final = " out"


@dataclass(frozen=True, slots=True)
class HandCard:
    code: str
    picked_up: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """The viewer's choices. `plays`: sets that beat the table, or that may be led if the table is empty or the viewer's
    own. `pickups`: cards to choose from after beating one. `picks`: for each of `plays` the card that the planned
    pick-up takes, or "". `confirms`: ask before a turn is sent; `confirms_key`: before passing by a single key.
    """

    cards: tuple[HandCard, ...]
    plays: tuple[str, ...]
    pickups: tuple[str, ...]
    picks: tuple[str, ...]
    sort: Sort = "number"
    confirms: bool = False
    confirms_key: bool = False

    @property
    def all_at_once(self) -> bool:
        return any(len(play) == 2 * len(self.cards) for play in self.plays)

    @property
    def largest(self) -> tuple[str, ...]:
        return tuple(distinct(self.plays))


MAX_HINTS: Final = 4


def distinct(plays: Iterable[str]) -> list[str]:
    """The largest plays, at most MAX_HINTS; one for each number of cards and highest number. If there are too many,
    each number of cards is represented by its largest first.
    """
    ways: dict[int, dict[str, str]] = {}
    for play in largest_first(plays):
        ways.setdefault(len(play), {}).setdefault(play[1], play)
    ranked = ((rank, play) for alike in ways.values() for rank, play in enumerate(alike.values()))
    return largest_first(play for _rank, play in sorted(ranked, key=itemgetter(0))[:MAX_HINTS])


def largest_first(plays: Iterable[str]) -> list[str]:
    """The plays as text, by number of cards, then value, descending."""
    return sorted(plays, key=lambda play: (-len(play), -set_value(parse_cards(play))))


def viewer_choices(
    seats: Sequence[Seat], mine: Seat | None, hand: Hand, standing: Sequence[Move], state: HandState, view: View
) -> Choices | None:
    """The viewer's choices now or, out of turn, over the current table; None without a seat in play. `standing`: the
    hand's turns not taken back.
    """
    seat = view.seat
    if seat is None or mine is None:
        return None
    leads = view.table_seat in (None, seat)
    asked = replace(state, to_act=seat)
    if leads:
        asked = replace(asked, table_mask=0, table_seat=None)
    plays = dict.fromkeys(cards_text(turn.cards) for turn in legal_turns(asked) if not turn.is_pass)
    took, sort = _last_pickup(standing, seat), card_sort(mine)
    held = hand_sorted(view.cards, sort, mine, hand.number)
    return Choices(
        cards=tuple(HandCard(str(card), str(card) == took) for card in held),
        plays=tuple(plays),
        pickups=() if leads else tuple(map(str, view.table)),
        picks=tuple(str(ordered_pickup(mine, asked, parse_cards(play)) or "") for play in plays),
        sort=sort,
        confirms=confirms(mine, seats),
        confirms_key=confirms_key(mine, seats),
    )


def _last_pickup(moves: Sequence[Move], seat: int) -> str:
    last = next((move.turn for move in reversed(moves) if move.seat == seat), "")
    return last.partition("<")[2]
