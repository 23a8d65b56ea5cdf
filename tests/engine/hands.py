"""Short ways to write cards and hands in the engine's tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.engine import (
    Card,
    GameOptions,
    HandState,
    IllegalTurn,
    Refusal,
    Turn,
    apply,
    deal,
    full_deck,
    legal_turns,
    parse_cards,
    parse_turn,
    start_hand,
)


def cards(text: str) -> tuple[Card, ...]:
    """Cards from a text with spaces and line breaks, in the order written."""
    return parse_cards("".join(text.split()))


def hand(*held: str, to_act: int = 0, table: str = "", table_seat: int | None = None) -> HandState:
    """A hand whose seats hold the cards of the texts."""
    return start_hand([cards(text) for text in held], to_act, cards(table), table_seat)


def after(state: HandState, *turns: str) -> HandState:
    """The state after these turns."""
    for text in turns:
        state = apply(state, parse_turn(text))
    return state


def refusal(state: HandState, text: str) -> Refusal | None:
    """Why the turn is refused, None when it is not."""
    try:
        apply(state, parse_turn(text))
    except IllegalTurn as refused:
        return refused.reason
    return None


def texts(state: HandState) -> list[str]:
    """The legal turns as text."""
    return [str(turn) for turn in legal_turns(state)]


def shuffled_deck(options: GameOptions, rng: random.Random) -> list[Card]:
    """A deck for these options, two colours drawn out and the goat in a dealt place where they say so."""
    removed = "".join(rng.sample("BRPGKO", 2)) if options.removes_two else ""
    deck = list(full_deck(options.colours(removed)))
    rng.shuffle(deck)
    if options.goat:
        deck.insert(rng.randrange(9 * options.seats), Card("X", 0))
    return deck


def random_hand(deck: list[Card], seats: int, rng: random.Random) -> Iterator[tuple[HandState, Turn, HandState]]:
    """A hand of random legal turns from that deck: state before, turn, state after, until it is over."""
    state = deal(deck, seats, leader=rng.randrange(seats))
    while not state.over:
        turn = rng.choice(legal_turns(state))
        following = apply(state, turn)
        yield state, turn, following
        state = following
