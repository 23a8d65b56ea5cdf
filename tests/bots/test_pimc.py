"""The bots to measure searching ones by play by the rules, by a seed, and by what their seat knows."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.bots import pimc
from games.bots.kernel import Play, SeenTurn
from games.bots.registry import ARENA_ONLY
from games.engine import HandState, apply, full_deck, legal_turns, observe, parse_cards, start_hand
from games.engine.cards import cards_mask
from tests.bots.test_every_bot import elsewhere

SEARCHING = ("pimc", "pimc_likely")


def short_hand(seats: int, rng: random.Random) -> HandState:
    """A hand of five cards each, with the goat among those of three seats."""
    deck = rng.sample(full_deck(goat=seats > 2), 5 * seats)
    return start_hand([deck[5 * seat : 5 * seat + 5] for seat in range(seats)], 0)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", SEARCHING)
def test_its_turns_are_legal_and_the_same_for_the_same_seed_and_knowledge(name: str, seats: int) -> None:
    rng, bot = random.Random(3), ARENA_ONLY[name]
    state, history = short_hand(seats, rng), list[tuple[int, str]]()
    while not state.over:
        seat, legal = state.to_act, legal_turns(state)
        views = [observe(one, seat, history=history) for one in (state, state, elsewhere(state, seat))]
        first, again, alike = (bot.choose(view, legal, 1, random.Random(3)) for view in views)
        assert first == again == alike
        assert first in legal
        history.append((seat, str(first)))
        state = apply(state, first)


@pytest.mark.parametrize("name", SEARCHING)
def test_it_uses_what_everybody_knows(name: str) -> None:
    """The next seat is known to hold a 9 alone and goes out over anything lower."""
    state = start_hand([parse_cards(cards) for cards in ("O2O1K9", "R9", "G1G2G3G4G5G6")], 0)
    known = replace(state, known_masks=(0, state.hand_masks[1], 0))
    turn = ARENA_ONLY[name].choose(observe(known, 0), legal_turns(state), 20, random.Random(1))
    assert str(turn) == "K9"


def test_turns_that_greedy_would_not_take_make_a_deal_less_likely() -> None:
    """Seat 1 passed over a 4 and holds one card: hardly a 9."""
    passed = SeenTurn(1, cards_mask(parse_cards("R4")), 0, (3, 1), Play(0, 0))
    likely, unlikely = (pimc.likelihood([passed], [0, cards_mask(parse_cards(card))]) for card in ("R2", "R9"))
    assert 0 < unlikely < likely
