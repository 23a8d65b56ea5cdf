"""What the viewer of a game's page may do with the cards in hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from games.engine import HandState, View, cards_text, legal_turns, parse_cards, value_of
from games.models import Game, Hand, Move, Seat
from games.play.hand_order import Sort, hand_sorted, sort_of
from games.play.orders.pickup_choice import ordered_pickup
from games.play.questions import confirms

# Ends a play of all the cards held, where plays are listed as text: nothing is picked up then, whatever was chosen.
OUT: Final = " out"


@dataclass(frozen=True, slots=True)
class HandCard:
    """One of the viewer's cards; `picked_up` when the viewer took it with the last turn."""

    code: str
    picked_up: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """What the viewer's cards can do: `plays` are all sets that may be laid over the table as it lies (when the
    table is the viewer's own, or empty: led), `pickups` the cards to choose from when one is beaten. `picks`: for each
    of the `plays` the card that the viewer's standing order takes, empty where nothing is chosen or ordered.
    `confirms`: the viewer wants to be asked before a turn of this game is sent."""

    cards: tuple[HandCard, ...]
    plays: tuple[str, ...]
    pickups: tuple[str, ...]
    picks: tuple[str, ...]
    sort: Sort = "number"
    confirms: bool = False

    @property
    def all_at_once(self) -> bool:
        """Whether all the cards held may be laid in one play."""
        return any(len(play) == 2 * len(self.cards) for play in self.plays)

    @property
    def largest(self) -> tuple[str, ...]:
        """Some of the `plays`, the largest, no two alike: see `distinct`."""
        return tuple(distinct(self.plays))


MOST_HINTS: Final = 4


def distinct(plays: Iterable[str]) -> list[str]:
    """Plays that are ways of their own, largest first, at most MOST_HINTS.

    Plays of as many cards whose highest numbers are equal are one way, of which the largest stands. Where there are
    too many ways, of each number of cards the largest come in turn, so that none of them is missing.
    """
    ways: dict[int, dict[str, str]] = {}
    for play in largest_first(plays):
        ways.setdefault(len(play), {}).setdefault(play[1], play)
    ranked = ((rank, play) for alike in ways.values() for rank, play in enumerate(alike.values()))
    return largest_first(play for _rank, play in sorted(ranked, key=itemgetter(0))[:MOST_HINTS])


def largest_first(plays: Iterable[str]) -> list[str]:
    """Plays as text in the order in which they are recommended: of most cards first, of as many the highest value."""
    return sorted(plays, key=lambda play: (-len(play), -value_of(parse_cards(play))))


def choices_of(
    game: Game, mine: Seat | None, hand: Hand, standing: Sequence[Move], state: HandState, view: View
) -> Choices | None:
    """What the viewer may do now, or could do if it were their turn over the table as it lies; None for who plays no
    seat. `standing` are the hand's turns that count."""
    seat = view.seat
    if seat is None or mine is None:
        return None
    leads = view.table_seat in (None, seat)
    asked = replace(state, to_act=seat)
    if leads:
        asked = replace(asked, table_mask=0, table_seat=None)
    plays = dict.fromkeys(cards_text(turn.cards) for turn in legal_turns(asked) if not turn.is_pass)
    took, sort = _last_pickup(standing, seat), sort_of(mine)
    held = hand_sorted(view.cards, sort, mine, hand.number)
    return Choices(
        cards=tuple(HandCard(str(card), str(card) == took) for card in held),
        plays=tuple(plays),
        pickups=() if leads else tuple(map(str, view.table)),
        picks=tuple(str(ordered_pickup(mine, asked, parse_cards(play)) or "") for play in plays),
        sort=sort,
        confirms=confirms(mine.user, game),
    )


def _last_pickup(moves: Sequence[Move], seat: int) -> str:
    """The card that a seat took with its last turn of the hand, or nothing."""
    last = next((move.turn for move in reversed(moves) if move.seat == seat), "")
    return last.partition("<")[2]
