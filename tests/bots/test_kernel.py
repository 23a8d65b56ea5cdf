"""The inner loop of search: the compiled one agrees with the engine and with the one in Python."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.bots.kernel import Play, SeenTurn, Situation
from games.bots.kernel.build import source_digest
from games.bots.kernel.compiled import GUESSES, CompiledKernel
from games.bots.kernel.learn import LearningPlan, Who, first_weights, learn, share_of_wins
from games.bots.kernel.pure import PureKernel
from games.bots.kernel.situation import MIN_DEALS
from games.bots.registry import ARENA_ONLY, REGISTRY
from games.engine import (
    GameOptions,
    HandState,
    apply,
    deal,
    legal_turns,
    observe,
    parse_cards,
    parse_turn,
    start_hand,
)
from games.engine.cards import cards_mask
from tests.bots.agreement import KINDS, first_difference
from tests.engine.hands import random_hand, shuffled_deck

COMPILED, PURE = CompiledKernel(), PureKernel()
BY_POLICY = ("greedy", "learned")


def played_on(seed: int, turns: int) -> HandState:
    """The state after so many random turns, or before the last one."""
    rng, options = random.Random(seed), KINDS[seed % len(KINDS)]
    states = [before for before, _, _ in random_hand(shuffled_deck(options, rng), options.seats, rng)]
    return states[min(turns, len(states) - 1)]


def plays_of(state: HandState) -> list[Play]:
    legal = legal_turns(state)[:12]
    return [Play(turn.mask, turn.pickup.bit if turn.pickup else 0) for turn in legal]


def test_it_agrees_with_the_engine_turn_by_turn() -> None:
    assert first_difference(turns=1_500, seed=2) is None


@pytest.mark.whole
def test_it_agrees_with_the_engine_in_long_play() -> None:
    assert first_difference(turns=30_000, seed=3) is None


@pytest.mark.parametrize("kernel", [COMPILED, PURE], ids=["compiled", "pure"])
def test_a_seed_has_one_answer(kernel: CompiledKernel | PureKernel) -> None:
    state = played_on(5, turns=4)
    situation, turns = Situation.of(observe(state, state.to_act)), plays_of(state)
    first, again, other = (kernel.search(situation, turns, 500, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert all(one.deals >= MIN_DEALS for one in first)


@pytest.mark.parametrize("kernel", [COMPILED, PURE], ids=["compiled", "pure"])
def test_known_cards_stay_and_an_unseen_goat_is_dealt(kernel: CompiledKernel | PureKernel) -> None:
    """Seat 1 is known to hold a 9 and goes out over the 3; seat 2's only card is then the goat, for five points."""
    mine, known = (cards_mask(parse_cards(text)) for text in ("O2K3", "R9"))
    unseen = cards_mask(parse_cards("B1B2B3X0"))
    situation = Situation((mine, known, 0), (0, 0, 1), unseen, 0, None, 0)
    lead = Play(cards_mask(parse_cards("K3")), 0)
    assert mean_points(kernel, situation, lead) == 1
    seat_2 = Situation((mine, known, 0), (0, 0, 1), unseen, cards_mask(parse_cards("G1")), 1, 2)
    assert mean_points(kernel, seat_2, Play(0, 0)) == 5


def mean_points(kernel: CompiledKernel | PureKernel, situation: Situation, turn: Play, work: int = 0) -> float:
    (tried,) = kernel.search(situation, [turn], work, 1)
    assert tried.play == turn
    return tried.points / tried.deals


def test_turns_of_others_tell_what_they_hold() -> None:
    """Seat 1 passed over a lone 4 with one card in hand: hardly a 9, so an 8 is led with less fear."""
    hands = [parse_cards("K8B1O1"), parse_cards("R2")]
    passed = start_hand(hands, 0)
    view = observe(passed, 0, history=[(0, "R4"), (1, "pass")])
    situation = Situation.of(view)
    assert situation.seen == (SeenTurn(1, cards_mask(parse_cards("R4")), 0, (3, 1), Play(0, 0)),)
    lead = Play(cards_mask(parse_cards("K8")), 0)
    told, untold = (mean_points(COMPILED, replace(situation, seen=seen), lead, 5_000) for seen in (situation.seen, ()))
    assert told < untold


def test_what_all_saw_is_known() -> None:
    """Seat 1 passes over the 4 and the pair of 8s. Seat 2 picks up the 4, seat 0 one 6 of two."""
    hands = [parse_cards("R4K8B8O1"), parse_cards("R2G2"), parse_cards("B6G6G9")]
    state, history = start_hand(hands, 0), list[tuple[int, str]]()
    for turn in ("R4", "pass", "B6G6<R4", "K8B8<B6", "pass"):
        history.append((state.to_act, turn))
        state = apply(state, parse_turn(turn))
    situation = Situation.of(observe(state, 2, history=history))
    assert situation.passed == ((0, 0, 0, 0), (4, 8, 0, 0), (0, 0, 0, 0))
    assert situation.gone == cards_mask(parse_cards("G6"))
    assert situation.held == tuple(cards_mask(parse_cards(text)) for text in ("B6", "", "R4G9"))


@pytest.mark.parametrize("seats", [2, 4])
def test_turns_of_others_tell_who_plays_as_greedy(seats: int) -> None:
    greedy, learned = ([one for seed in range(6) for one in readings_of(name, seats, seed)] for name in BY_POLICY)
    assert sum(greedy) / len(greedy) > 0.5 > sum(learned) / len(learned)


def readings_of(name: str, seats: int, seed: int) -> list[float]:
    """How surely seat 0 takes each other seat for `greedy` before its fifth turn, if all of them play as that bot."""
    rng, options = random.Random(seed), GameOptions(seats)
    state, history = deal(shuffled_deck(options, rng), seats, leader=1), list[tuple[int, str]]()
    while not state.over and len(history) < 5 * seats - 1:
        view = observe(state, state.to_act, history=history)
        history.append((state.to_act, str(ARENA_ONLY[name].choose(view, legal_turns(state), 0, rng))))
        state = apply(state, parse_turn(history[-1][1]))
    if state.over:
        return []
    COMPILED.search(Situation.of(observe(state, state.to_act, history=history)), plays_of(state), 200_000, 1)
    return [sum(of.quick >> seat & 1 for of in COMPILED.guesses) / GUESSES for seat in range(1, seats)]


def test_the_learned_policy_takes_legal_turns_and_goes_out_when_it_can() -> None:
    for seed in range(150):
        state = played_on(seed, turns=seed % 30)
        legal = legal_turns(state)
        view = observe(state, state.to_act)
        turn = ARENA_ONLY["learned"].choose(view, legal, 0, random.Random(1))
        assert turn in legal
        if any(one.mask == state.hand_masks[state.to_act] for one in legal):
            assert turn.mask == state.hand_masks[state.to_act]


@pytest.mark.parametrize(("seats", "deals", "at_least"), [(2, 500, 0.55), (4, 250, 0.3)])
def test_the_learned_policy_beats_greedy(seats: int, deals: int, at_least: float) -> None:
    assert share_of_wins(COMPILED, seats, deals, seed=5) > at_least


def test_the_policy_learned_against_greedy_beats_it_more_often() -> None:
    anybody, against = (share_of_wins(COMPILED, 2, 500, 5, who) for who in (Who.FOR_ANYBODY, Who.AGAINST_GREEDY))
    assert against > anybody


def test_the_net_beats_the_policy_that_beats_greedy() -> None:
    by_policy, by_net = (share_of_wins(COMPILED, 4, 250, 5, who) for who in (Who.FOR_ANYBODY, Who.BY_NET))
    assert by_net > by_policy + 0.04


@pytest.mark.parametrize(("seats", "kinds"), [(2, 2), (4, 1)])
def test_berserker_differs_from_the_learned_policy_with_two_seats(seats: int, kinds: int) -> None:
    rng, options = random.Random(2), GameOptions(seats)
    states = [before for before, _, _ in random_hand(shuffled_deck(options, rng), seats, rng)]
    views = [(observe(state, state.to_act), legal_turns(state)) for state in states]
    chosen = {
        tuple(bot.choose(view, legal, 0, random.Random(1)) for view, legal in views)
        for bot in (ARENA_ONLY["learned"], REGISTRY["berserker"])
    }
    assert len(chosen) == kinds


def test_learning_gives_the_same_weights_for_the_same_seed() -> None:
    for plan in (LearningPlan(1, 3, 3, 20, 333), LearningPlan(2, 2, 3, 20, 660, against=True)):
        first, again, other = (learn(CompiledKernel(), plan, seed, first_weights()) for seed in (1, 1, 2))
        assert first == again != other


def test_the_module_was_compiled_from_these_sources() -> None:
    assert COMPILED.call("source_digest") == source_digest(), "run python -m games.bots.kernel.build"


def test_without_wasmtime_bots_search_in_python() -> None:
    code = "import sys; sys.modules['wasmtime'] = None\nfrom games.bots.kernel import kernel\nprint(kernel())"
    root = Path(__file__).parents[2]
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert "PureKernel" in found.stdout
    assert "does not run" in found.stderr


FORKED = """
import os
from games.bots.kernel.compiled import CompiledKernel
CompiledKernel()
child = os.fork()
if child == 0:
    CompiledKernel()
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_it_starts_in_a_process_that_was_forked_after_it_had_started() -> None:
    """As the queue's workers and the simulated month's are."""
    command = [sys.executable, "-c", FORKED]
    root = Path(__file__).parents[2]
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root, timeout=60)
    assert found.stdout == "7\n"
