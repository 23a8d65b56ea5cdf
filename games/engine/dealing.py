"""The start of a hand: from a deck, or card by card for the referee and tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.cards import (
    COLOURS,
    GOAT_BIT,
    HAND_SIZE,
    MAX_SEATS,
    MIN_SEATS,
    Card,
    cards_mask,
    is_set_mask,
)
from games.engine.state import HandState


def deal(deck: Sequence[Card], seats: int, leader: int) -> HandState:
    """Deal `deck[9k:9k + 9]` to seat k; the rest stays undealt. Raises ValueError."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"a game has {MIN_SEATS} to {MAX_SEATS} seats")
    if not 0 <= leader < seats:
        raise ValueError("the leader is no seat")
    if len(deck) < HAND_SIZE * seats or cards_mask(deck).bit_count() != len(deck):
        raise ValueError("the deck lacks cards or holds one twice")
    whole = cards_mask(deck)
    return _opening(
        tuple(cards_mask(deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(seats)),
        leader,
        "".join(colour for colour in COLOURS if any(card.colour == colour for card in deck)),
        goat=bool(whole & GOAT_BIT),
    )


def start_hand(
    hands: Iterable[Iterable[Card]], to_act: int, table: Iterable[Card] = (), table_seat: int | None = None
) -> HandState:
    """A hand given card by card: `to_act` leads, or follows `table` after the seats between passed.

    Raises ValueError if a hand is empty, a card repeated, the table no set, or the seats do not fit.
    """
    dealt, laid = [list(cards) for cards in hands], list(table)
    everything = [card for cards in [*dealt, laid] for card in cards]
    if not MIN_SEATS <= len(dealt) <= MAX_SEATS or not all(dealt):
        raise ValueError(f"{MIN_SEATS} to {MAX_SEATS} seats hold a card or more each")
    if cards_mask(everything).bit_count() != len(everything):
        raise ValueError("a card is given twice")
    if not 0 <= to_act < len(dealt):
        raise ValueError("to_act is no seat")
    goat = any(card.bit == GOAT_BIT for card in everything)
    opening = _opening(tuple(map(cards_mask, dealt)), to_act, COLOURS, goat=goat)
    if not laid and table_seat is None:
        return opening
    if table_seat is None or not 0 <= table_seat < len(dealt) or table_seat == to_act:
        raise ValueError("a table belongs to a seat other than the one to act")
    if not is_set_mask(cards_mask(laid)):
        raise ValueError("the table is no set")
    return _inside_round(opening, cards_mask(laid), table_seat)


def _opening(hand_masks: tuple[int, ...], leader: int, colours: str, *, goat: bool) -> HandState:
    return HandState(
        hand_masks=hand_masks,
        table_mask=0,
        table_seat=None,
        to_act=leader,
        leader=leader,
        round=1,
        discarded_mask=0,
        known_masks=(0,) * len(hand_masks),
        beaten_mask=0,
        beaten_seat=None,
        picked_up_mask=0,
        colours=colours,
        goat=goat,
    )


def _inside_round(opening: HandState, table_mask: int, table_seat: int) -> HandState:
    return HandState(
        hand_masks=opening.hand_masks,
        table_mask=table_mask,
        table_seat=table_seat,
        to_act=opening.to_act,
        leader=table_seat,
        round=1,
        discarded_mask=0,
        known_masks=opening.known_masks,
        beaten_mask=0,
        beaten_seat=None,
        picked_up_mask=0,
        colours=opening.colours,
        goat=opening.goat,
    )
