"""The state of one hand, with every card: it must never leave the server whole."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import (
    ALL_CARDS,
    COLOURS,
    GOAT_BIT,
    MAX_SEATS,
    MIN_SEATS,
    Card,
    cards_mask,
    cards_text,
    mask_cards,
    mask_penalty,
    parse_cards,
)


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand between two turns: masks as fields, tuples of `Card` as properties.

    `table_seat`: None at a lead. `beaten_mask`: the set that the table beat, 0 if it was led. `known_masks`: cards that
    each seat picked up and still holds. After the hand `to_act` stays at the seat that ended it.
    """

    hand_masks: tuple[int, ...]
    table_mask: int
    table_seat: int | None
    to_act: int
    leader: int
    round: int
    discarded_mask: int
    known_masks: tuple[int, ...]
    beaten_mask: int
    beaten_seat: int | None
    picked_up_mask: int
    colours: str
    goat: bool

    @property
    def seats(self) -> int:
        return len(self.hand_masks)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(map(mask_cards, self.hand_masks))

    @property
    def table(self) -> tuple[Card, ...]:
        return mask_cards(self.table_mask)

    @property
    def discarded(self) -> tuple[Card, ...]:
        return mask_cards(self.discarded_mask)

    @property
    def known(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(map(mask_cards, self.known_masks))

    @property
    def beaten(self) -> tuple[Card, ...]:
        return mask_cards(self.beaten_mask)

    @property
    def picked_up(self) -> Card | None:
        return ALL_CARDS[self.picked_up_mask.bit_length() - 1] if self.picked_up_mask else None

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(mask.bit_count() for mask in self.hand_masks)

    @property
    def passes(self) -> tuple[int, ...]:
        """The seats that passed since the last play, in the order of passing."""
        if self.table_seat is None or self.over:
            return ()
        count = (self.to_act - self.table_seat - 1) % self.seats
        return tuple((self.table_seat + 1 + step) % self.seats for step in range(count))

    @property
    def over(self) -> bool:
        return 0 in self.hand_masks

    @property
    def points(self) -> tuple[int, ...] | None:
        return tuple(map(mask_penalty, self.hand_masks)) if self.over else None

    @property
    def last_actor(self) -> int | None:
        if self.over:
            return self.to_act
        if self.round == 1 and self.table_seat is None:
            return None
        return (self.to_act - 1) % self.seats


StateJson = dict[str, object]


def state_to_json(state: HandState) -> StateJson:
    """The state as JSON, with hidden cards."""
    return {
        "hands": [cards_text(cards) for cards in state.hands],
        "table": cards_text(state.table),
        "table_seat": state.table_seat,
        "to_act": state.to_act,
        "leader": state.leader,
        "round": state.round,
        "discarded": cards_text(state.discarded),
        "known": [cards_text(cards) for cards in state.known],
        "beaten": cards_text(state.beaten),
        "beaten_seat": state.beaten_seat,
        "picked_up": str(state.picked_up) if state.picked_up else None,
        "colours": state.colours,
        "goat": state.goat,
    }


def state_from_json(data: StateJson) -> HandState:
    """The state in the JSON value. Raises ValueError."""
    picked_up = data.get("picked_up")
    state = HandState(
        hand_masks=_masks(data, "hands"),
        table_mask=_mask(data.get("table")),
        table_seat=_seat_or_none(data, "table_seat"),
        to_act=_number(data, "to_act"),
        leader=_number(data, "leader"),
        round=_number(data, "round"),
        discarded_mask=_mask(data.get("discarded")),
        known_masks=_masks(data, "known"),
        beaten_mask=_mask(data.get("beaten")),
        beaten_seat=_seat_or_none(data, "beaten_seat"),
        picked_up_mask=0 if picked_up is None else _mask(picked_up),
        colours=_text(data, "colours"),
        goat=data.get("goat") is True,
    )
    _check(state)
    return state


def _check(state: HandState) -> None:
    """Check that seats are in range and no card is in two places. Raises ValueError."""
    places = [*state.hand_masks, state.table_mask, state.discarded_mask]
    everywhere = 0
    for mask in places:
        if mask & everywhere:
            raise ValueError("a card is in two places")
        everywhere |= mask
    named = [state.to_act, state.leader, state.table_seat, state.beaten_seat]
    if not MIN_SEATS <= state.seats <= MAX_SEATS or len(state.known_masks) != state.seats:
        raise ValueError("the number of seats is wrong")
    if any(seat is not None and not 0 <= seat < state.seats for seat in named):
        raise ValueError("a seat is out of range")
    if any(known & ~held for known, held in zip(state.known_masks, state.hand_masks, strict=True)):
        raise ValueError("a known card is not held")
    if (state.table_mask == 0) != (state.table_seat is None):
        raise ValueError("a table has a seat, and only a table")
    if not set(state.colours) <= set(COLOURS) or (everywhere & GOAT_BIT and not state.goat):
        raise ValueError("a card is not of this deck")


def _mask(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError("cards are written as text")
    return cards_mask(parse_cards(value))


def _masks(data: StateJson, key: str) -> tuple[int, ...]:
    value = data.get(key)
    if not isinstance(value, list):
        raise ValueError(f"{key} is a list")
    return tuple(_mask(item) for item in value)


def _number(data: StateJson, key: str) -> int:
    value = data.get(key)
    if type(value) is not int:
        raise ValueError(f"{key} is a whole number")
    return value


def _seat_or_none(data: StateJson, key: str) -> int | None:
    return None if data.get(key) is None else _number(data, key)


def _text(data: StateJson, key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key} is text")
    return value
