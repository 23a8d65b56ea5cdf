"""Legal turns are exactly those that the rules allow: compared with trying every subset and every pick-up."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Card, HandState, Turn, apply, full_deck, is_set, legal_turns, set_value, start_hand
from games.engine.cards import ALL_CARDS
from tests.engine.hands import hand, refusal, texts


def allowed(state: HandState) -> list[str]:
    """All turns of the seat to act by the letter of RULES.md, with nothing taken from the engine's own tables."""
    held, table = state.hands[state.to_act], state.table
    found = ["pass"] if table else []
    for count in range(1, len(held) + 1):
        for chosen in combinations(held, count):
            if not is_set(chosen):
                continue
            if table:
                if count in (len(table), len(table) + 1) and set_value(chosen) > set_value(table):
                    taken: list[Card | None] = [None] if count == len(held) else list(table)
                    found += [str(Turn(chosen, card)) for card in taken]
            elif count in (1, len(held)):
                found.append(str(Turn(chosen)))
    return sorted(found)


@st.composite
def small_hands(draw: st.DrawFn) -> HandState:
    """Hands of one to seven cards, at a lead or over any set; few colours, so that sets are frequent, and the goat."""
    deck = full_deck(draw(st.sampled_from(["BR", "BRP", "BRPGKO"])), goat=True)
    chosen = draw(st.lists(st.sampled_from(deck), min_size=6, max_size=12, unique=True))
    other, chosen = chosen[0], chosen[1:]
    laid: list[Card] = []
    for card in chosen[: draw(st.integers(0, 4))]:
        laid += [card] if is_set([*laid, card]) else []
    held = [card for card in chosen if card not in laid][:7]
    return start_hand([held, [other]], 0, laid, 1 if laid else None)


@given(small_hands())
@settings(max_examples=300)
def test_legal_turns_are_those_that_trying_everything_finds(state: HandState) -> None:
    assert texts(state) == allowed(state)


@given(small_hands(), st.data())
@settings(max_examples=200)
def test_a_turn_is_refused_exactly_when_it_is_not_legal(state: HandState, data: st.DataObject) -> None:
    some = st.lists(st.sampled_from(ALL_CARDS), min_size=1, max_size=3, unique=True)
    own = st.lists(st.sampled_from(state.hands[0]), min_size=1, max_size=4, unique=True)
    taken = st.none() | st.sampled_from([*state.table, *ALL_CARDS[::9]])
    turn = Turn(tuple(data.draw(own | some)), data.draw(taken))
    legal = {str(found) for found in legal_turns(state)}
    completed = str(turn)
    if turn.pickup is None and len(state.table) == 1 and len(turn.cards) < len(state.hands[0]):
        completed += f"<{state.table[0]}"
    assert (refusal(state, str(turn)) is None) == (completed in legal)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_turns_of_random_hands_are_those_that_trying_everything_finds(seats: int) -> None:
    rng = random.Random(seats)
    deck = list(full_deck(goat=True))
    rng.shuffle(deck)
    state = start_hand([deck[9 * k : 9 * k + 9] for k in range(seats)], 0)
    while not state.over:
        assert texts(state) == allowed(state)
        state = apply(state, rng.choice(legal_turns(state)))


def test_legal_turns_are_sorted_by_text() -> None:
    assert texts(hand("B2 R2 K9 B1", "O9", table="G1 K1", table_seat=1)) == [
        "B2B1<G1",
        "B2B1<K1",
        "B2R2<G1",
        "B2R2<K1",
        "pass",
    ]


def test_a_play_that_empties_the_cards_takes_nothing() -> None:
    assert texts(hand("B2 B1", "O9", table="G1", table_seat=1)) == ["B2<G1", "B2B1", "pass"]


def test_long_sets_are_found() -> None:
    state = hand("B9 B8 B7 B6 B5 B4 B3 B2 B1 X0 R1", "O9", table="G9 G8 G7 G6 G5 G4 G3 G2 G1", table_seat=1)
    assert texts(state) == sorted(["pass", *(f"B9B8B7B6B5B4B3B2B1X0<G{number}" for number in range(1, 10))])


def test_six_of_a_number_are_found() -> None:
    state = hand("B1 R1 P1 G1 K1 O1 B2", "O9", table="G8 G7 G6 G5 G4", table_seat=1)
    assert [text for text in texts(state) if text.startswith("B1R1P1G1K1O1")] == [
        f"B1R1P1G1K1O1<G{number}" for number in range(4, 9)
    ]
