"""The turns of greedy, and its strength."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.bots.arena import Match, figures
from games.bots.arena.run import play_some
from games.bots.greedy import cost, fewest_sets
from games.bots.registry import ARENA_ONLY
from games.engine import Card, GameOptions, HandState, full_deck, is_set, legal_turns, observe
from games.engine.cards import cards_mask
from tests.engine.hands import cards, hand


def choice(state: HandState, seed: int = 0) -> str:
    """The turn that greedy takes."""
    seat = state.to_act
    return str(ARENA_ONLY["greedy"].choose(observe(state, seat), legal_turns(state), 20, random.Random(seed)))


def cover_by_trying(held: list[Card]) -> int:
    """The fewest sets that make up these cards, found by taking every set that holds the first of them."""
    if not held:
        return 0
    first, rest = held[0], held[1:]
    options = [
        [first, *others] for size in range(len(held)) for others in combinations(rest, size) if is_set([first, *others])
    ]
    return 1 + min(cover_by_trying([card for card in held if card not in chosen]) for chosen in options)


# On a busy machine drawing and trying the cards may take its time.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(full_deck("BRP", goat=True)), max_size=6, unique=True))
def test_it_counts_the_fewest_sets_that_make_up_its_cards(held: list[Card]) -> None:
    assert fewest_sets(cards_mask(held)) == cover_by_trying(held)


@pytest.mark.parametrize(
    ("cheaper", "dearer"),
    [
        ("B9 B8 B7", "B9 B8 R7"),
        ("B9 B8", "B9 B8 B7"),
        ("B9 R8", "B9 R1"),
        ("B9 B1", "B9 X0"),
    ],
)
def test_what_is_easier_to_get_rid_of_costs_less(cheaper: str, dearer: str) -> None:
    assert cost(cards_mask(cards(cheaper))) < cost(cards_mask(cards(dearer)))


@pytest.mark.parametrize(
    "state",
    [
        hand("B9 B5 B1", "K7 G4"),
        hand("B9 R9", "K7 G4", table="P3", table_seat=1),
        hand("B9", "K7 G4", table="P3", table_seat=1),
        hand("B5 X0", "K7 G4"),
    ],
)
def test_it_goes_out_whenever_it_can(state: HandState) -> None:
    held = state.hands[0]
    assert choice(state) == "".join(map(str, held))


def test_among_equals_it_lays_the_lowest_value() -> None:
    assert choice(hand("R9 O8 P2", "K7 G4", table="P3", table_seat=1)) == "O8<P3"


def test_it_takes_the_card_that_fits_its_own() -> None:
    assert choice(hand("B9 R9 G7 G6", "K8 K4", table="G1 K1", table_seat=1)) == "B9R9<G1"


def test_it_passes_rather_than_break_up_its_cards() -> None:
    assert choice(hand("B9 B8 B7 B6", "K8 K4", table="P3", table_seat=1)) == "pass"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("bots", "seats", "at_least"),
    [(("greedy", "random"), 2, 0.88), (("greedy", "random", "random", "random"), 4, 0.75)],
)
def test_it_beats_random_by_far(bots: tuple[str, ...], seats: int, at_least: float) -> None:
    match = Match(bots, GameOptions(seats, target=None, two_player_deck=seats == 2), games=240, seed=11, budget_ms=0)
    assert figures(play_some(match, range(match.games)))["greedy"]["win_share"] > at_least
