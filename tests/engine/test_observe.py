"""The knowledge of a seat, or a spectator: never another seat's unknown card."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from itertools import product

import pytest

from games.engine import (
    Card,
    GameOptions,
    HandState,
    View,
    apply,
    legal_turns,
    observe,
    parse_turn,
    start_hand,
    view_to_json,
)
from tests.engine.hands import after, cards, hand, random_hand, shuffled_deck

INTERFACE_FIELDS = {
    *("seat", "seats", "cards", "table", "table_seat", "leader", "sizes", "points", "target", "goat"),
    *("colours", "discarded", "known", "passes", "history"),
}


def cards_in(value: object) -> set[str]:
    """Every card named anywhere in a JSON value, except for turns of the history: those were played face up."""
    if isinstance(value, dict):
        return {card for key, item in value.items() if key != "history" for card in cards_in(item)}
    if isinstance(value, list):
        return {card for item in value for card in cards_in(item)}
    return {value} if isinstance(value, str) and len(value) == 2 else set()


def unknown_to(state: HandState, seat: int | None) -> set[Card]:
    return {
        card
        for other, (held, known) in enumerate(zip(state.hands, state.known, strict=True))
        if other != seat
        for card in set(held) - set(known)
    }


@pytest.mark.parametrize(("seats", "goat"), list(product(range(2, 7), (False, True))))
def test_no_view_names_a_card_that_its_seat_cannot_know(seats: int, goat: bool) -> None:  # noqa: FBT001 (a parameter of the table)
    rng = random.Random(seats)
    deck = shuffled_deck(GameOptions(seats, goat=goat), rng)
    for _, _, state in random_hand(deck, seats, rng):
        for viewer in (None, *range(seats)):
            shown = cards_in(view_to_json(observe(state, viewer)))
            if not state.over:
                assert not shown & {str(card) for card in unknown_to(state, viewer)}


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_hidden_cards_make_no_difference_to_a_view(seats: int) -> None:
    """Two hands that differ only in what a viewer cannot know give that viewer the same view."""
    rng = random.Random(seats)
    deck = shuffled_deck(GameOptions(seats), rng)
    for _, _, state in random_hand(deck, seats, rng):
        if state.over:
            continue
        for viewer in (None, *range(seats)):
            assert observe(swapped(state, viewer, rng), viewer) == observe(state, viewer)


def swapped(state: HandState, viewer: int | None, rng: random.Random) -> HandState:
    """The state with all cards hidden from the viewer redealt among their holders."""
    hidden = sorted(unknown_to(state, viewer))
    rng.shuffle(hidden)
    held = []
    for seat, (own, known) in enumerate(zip(state.hands, state.known, strict=True)):
        if seat == viewer:
            held.append(own)
        else:
            count = len(own) - len(known)
            held.append((*known, *hidden[:count]))
            hidden = hidden[count:]
    return replace(state, hand_masks=start_hand(held, 0).hand_masks)


def test_a_seat_sees_its_cards_and_a_spectator_none() -> None:
    state = hand("B1 B2", "R5 R6", "K9 O1")
    assert observe(state, 1).cards == cards("R6 R5")
    assert observe(state, None).cards == ()
    assert observe(state, None).sizes == (2, 2, 2)


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match="no such seat"):
        observe(hand("B1 B2", "R5 R6", "K9 O1"), seat)


def test_the_view_describes_the_game_around_the_hand() -> None:
    turns = ["B1", "R5<B1", "pass"]
    state = after(hand("B1 B2", "R5 R6", "K9 O1"), *turns)
    history = [(0, "B1"), (1, "R5<B1"), (2, "pass")]
    view = observe(state, 2, points=(3, 0, 7), target=15, history=history)
    assert (view.points, view.target, view.passes, view.to_act) == ((3, 0, 7), 15, (2,), 0)
    assert (view.table, view.table_seat, view.beaten, view.picked_up) == (
        cards("R5"),
        1,
        cards("B1"),
        Card("B", 1),
    )
    assert view.known == ((), cards("B1"), ())
    assert view_to_json(view)["history"] == [{"seat": seat, "turn": turn} for seat, turn in history]


def test_the_cards_left_are_shown_once_the_hand_is_over() -> None:
    state = hand("B1", "R5 R6", "K9 O1")
    assert observe(state, None).left is None
    assert observe(state, None).hand_points is None
    view = observe(after(state, "B1"), None)
    assert view.left == ((), cards("R6 R5"), cards("K9 O1"))
    assert view.hand_points == (0, 2, 2)


def test_the_view_for_programs_has_the_fields_they_rely_on_and_is_json() -> None:
    view = observe(hand("B1 B2", "R5 X0", table="K9", table_seat=1), 0)
    data = view_to_json(view)
    assert set(data) >= INTERFACE_FIELDS
    assert set(data) == set(asdict(view))
    assert json.loads(json.dumps(data)) == data
    assert data["cards"] == ["B2", "B1"]
    assert data["known"] == [[], []]


def test_a_view_is_frozen() -> None:
    view: View = observe(hand("B1 B2", "R5"), 0)
    with pytest.raises(AttributeError):
        view.cards = ()  # type: ignore[misc]


def test_legal_turns_of_a_view_need_only_what_the_seat_knows() -> None:
    state = hand("B4 B2", "R5 R6", table="K3", table_seat=1)
    view = observe(state, 0)
    alone = start_hand([view.cards, cards("O9")], 0, view.table, 1)
    assert legal_turns(alone) == legal_turns(state)
    assert apply(alone, parse_turn("B4")).hands[0] == apply(state, parse_turn("B4")).hands[0]
