"""Bots' estimates use only what the seat may know, and are worth following."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.bots import REGISTRY, Choose, get, strongest_estimator
from games.engine import (
    Card,
    GameOptions,
    HandState,
    Turn,
    View,
    apply,
    deal,
    full_deck,
    legal_turns,
    observe,
    parse_cards,
    start_hand,
)
from tests.engine.hands import shuffled_deck

WEIGHERS = [bot.name for bot in REGISTRY.values() if bot.estimate is not None]


def weighed(view: View, legal: tuple[Turn, ...], name: str, *, budget_ms: int = 20, seed: int = 1) -> dict[str, float]:
    estimate = get(name).estimate
    assert estimate is not None
    return {str(one.turn): one.points for one in estimate(view, legal, budget_ms, random.Random(seed))}


def scene(hands: list[str], to_act: int, table: str = "", table_seat: int | None = None) -> HandState:
    return start_hand([parse_cards(cards) for cards in hands], to_act, parse_cards(table), table_seat)


def test_the_strongest_that_weighs_is_named_last() -> None:
    bot, estimate = strongest_estimator()
    assert (bot.name, estimate) == (WEIGHERS[-1], bot.estimate)


@pytest.mark.parametrize("name", WEIGHERS)
@pytest.mark.parametrize("options", [GameOptions(2, two_player_deck=True), GameOptions(3, goat=True)], ids=str)
def test_it_weighs_legal_turns_in_whole_hands_and_never_none(name: str, options: GameOptions) -> None:
    rng = random.Random(4)
    state = deal(shuffled_deck(options, rng), options.seats, leader=0)
    while not state.over:
        legal, view = legal_turns(state), observe(state, state.to_act)
        found = weighed(view, legal, name, budget_ms=1)
        assert found
        assert set(found) <= set(map(str, legal))
        assert all(0 <= points <= view.sizes[state.to_act] + 9 for points in found.values())
        if len(legal) > 1:
            assert set(weighed(view, legal[:2], name, budget_ms=1)) == set(map(str, legal[:2]))
        state = apply(state, rng.choice(legal))


@pytest.mark.parametrize("name", WEIGHERS)
def test_the_same_chance_gives_the_same_answer(name: str) -> None:
    state = deal(shuffled_deck(GameOptions(3), random.Random(1)), 3, leader=0)
    legal, view = legal_turns(state), observe(state, 0)
    assert weighed(view, legal, name) == weighed(view, legal, name)


@pytest.mark.parametrize("name", WEIGHERS)
def test_going_out_costs_nothing_and_is_best(name: str) -> None:
    state = scene(["R5B5", "K1K2K3", "O1O2O3"], 0, "G3", 2)
    found = weighed(observe(state, 0), legal_turns(state), name)
    assert next(iter(found)) == "B5R5"
    assert found["B5R5"] == 0
    assert all(points > 0 for turn, points in found.items() if turn != "B5R5")


@pytest.mark.parametrize("name", WEIGHERS)
def test_it_uses_what_everybody_knows(name: str) -> None:
    """The next seat is known to hold a 9 and nothing else: it goes out over anything lower."""
    state = scene(["O2O1K9", "R9", "G1G2G3G4G5G6"], 0)
    known = replace(state, known_masks=(0, state.hand_masks[1], 0))
    found = weighed(observe(known, 0), legal_turns(known), name, budget_ms=50)
    assert found["K9"] == min(found.values())


@pytest.mark.parametrize("name", WEIGHERS)
def test_a_goat_that_was_not_seen_is_with_another_seat(name: str) -> None:
    """The goat is never among the undealt cards. Here it is the only card of the only other seat, and beats nothing."""
    state = scene(["R1G2", "X0"], 0)
    assert weighed(observe(state, 0), legal_turns(state), name) == {"R1": 0, "G2": 0}


def take_the_best(view: View, legal: Sequence[Turn], _budget_ms: int, rng: random.Random) -> Turn:
    """The best turn in 5 ms by the strongest bot that estimates turns."""
    _bot, estimate = strongest_estimator()
    return legal[0] if len(legal) == 1 else estimate(view, legal, 5, rng)[0].turn


def cards_left(bots: Sequence[Choose], hands: Sequence[Sequence[Card]], seat: int) -> int:
    """The number of cards that the seat still holds at the end of the hand, seat 0 leading."""
    state = start_hand(hands, 0)
    while not state.over:
        state = apply(state, bots[state.to_act](observe(state, state.to_act), legal_turns(state), 0, random.Random(1)))
    return len(state.hands[seat])


def test_playing_what_is_weighed_best_loses_fewer_points_than_the_bot_it_is_weighed_with() -> None:
    """The same seat of the same deals, against the same bot. The hands are short, as estimates of long ones are slow;
    README has the figures of whole hands.
    """
    greedy = get("hirdman").choose
    rng, weighed_left, greedy_left = random.Random(3), 0, 0
    for _deal in range(75):
        deck = rng.sample(full_deck(), 8)
        for seat in (0, 1):
            bots = [greedy, greedy]
            greedy_left += cards_left(bots, [deck[:4], deck[4:]], seat)
            bots[seat] = take_the_best
            weighed_left += cards_left(bots, [deck[:4], deck[4:]], seat)
    assert weighed_left < 0.85 * greedy_left, (weighed_left, greedy_left)
