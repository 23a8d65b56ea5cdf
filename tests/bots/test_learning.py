"""Hands to learn from, as the compiled kernel plays them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest

from games.bots.kernel import Play, Situation
from games.bots.kernel.compiled import CompiledKernel
from games.bots.learning.hands import NO_INPUT, Lot, PlayerKind, TrainingMatch
from games.engine import View, apply, legal_turns, observe, start_hand
from games.engine.cards import cards_mask, mask_cards, mask_penalty
from games.engine.plays import mask_bits

KERNEL = CompiledKernel()
# Where inputs begin: of cards left, on the table, known of the other seats in their order, and gone; then of passes.
LEFT, TABLE, KNOWN, GONE, AFTER_CARDS = 0, 55, 110, 385, 440
PASSED, AFTER_PASSED = 501, 701
ANY_TURN = 10_000
# As in kernel/source/hands.c and game.c: how much the later choices tell, and what a point costs.
LAMBDA, POINT = 0.8, 0.02


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of the net: the view before it, the turns that it had, and the view then."""

    before: View
    turns: list[Play]
    after: View


@dataclass(frozen=True, slots=True)
class Noted:
    """The inputs of a choice, and the values by which it is judged."""

    inputs: list[int]
    won: float
    points: float

    @property
    def worth(self) -> float:
        return self.won - POINT * 9 * self.points


def ones(row: Iterable[int]) -> list[int]:
    """The inputs that are one. Nothing follows the first that fills up."""
    found = list(row)
    if NO_INPUT in found:
        assert set(found[found.index(NO_INPUT) :]) == {NO_INPUT}
    return [one for one in found if one != NO_INPUT]


def noted(lot: Lot, count: int) -> list[Noted]:
    """The `count` choices that the lot stored, in the order of the hand. The lot stores the last choice first."""
    left = zip(lot.rows[:count], lot.targets[:count], strict=True)
    return [Noted(ones(row), target.won, target.points) for row, target in reversed(list(left))]


def choices(lot: Lot) -> Iterator[Choice]:
    """The choices of the net in the last hand, as the engine replays it."""
    hand, history = lot.hand, list[tuple[int, str]]()
    state = start_hand(map(mask_cards, hand.dealt.held[: hand.dealt.seats]), hand.dealt.acts)
    for taken in hand.taken[: hand.turns]:
        seat, turns = state.to_act, {Play.of(turn): turn for turn in legal_turns(state)}
        before, turn = observe(state, seat, history=history), turns[Play(taken.play, taken.pickup)]
        goes_out = any(play.mask == state.hand_masks[seat] for play in turns)
        history.append((seat, str(turn)))
        state = apply(state, turn)
        if hand.players[seat] == PlayerKind.NET and len(turns) > 1 and not goes_out:
            yield Choice(before, list(turns), observe(state, seat))
    assert state.over


def expected_worth(choice: Choice) -> float:
    """The net's value of the best turn."""
    KERNEL.search(Situation.of(choice.before), choice.turns, 1, 1)
    return float(max(tried.prior for tried in KERNEL.tried[: len(choice.turns)]))


def card_inputs(view: View) -> set[int]:
    """The inputs for cards that follow from a view, after the turn."""
    assert view.seat is not None
    others = [(view.seat + 1 + at) % view.seats for at in range(view.seats - 1)]
    places = [(LEFT, view.cards), (TABLE, view.table), (GONE, view.discarded)]
    places += [(KNOWN + 55 * at, view.known[seat]) for at, seat in enumerate(others)]
    return {begin + bit.bit_length() - 1 for begin, cards in places for bit in mask_bits(cards_mask(cards))}


def passed_inputs(situation: Situation) -> set[int]:
    seats = len(situation.held)
    found = set()
    for at in range(seats - 1):
        for size, digit in enumerate(situation.passed[(situation.to_act + 1 + at) % seats]):
            if digit:
                found.add(PASSED + 40 * at + 10 * size + digit)
    return found


def test_a_match_has_one_seat_of_the_net_in_each_hand() -> None:
    lot = Lot(KERNEL, 1, TrainingMatch(4, PlayerKind.GREEDY))
    lot.play(12)
    results = lot.results()
    assert [seats for _, seats in results.values()] == [12, 36, 0]
    assert sum(won for won, _ in results.values()) == 12


def test_half_of_the_hands_to_learn_from_have_several_players() -> None:
    lot = Lot(KERNEL, 1)
    lot.play(40, by_policy=True)
    won, seats = zip(*lot.results().values(), strict=True)
    assert 10 < sum(won) < 30
    assert all(seats)
    assert 2 * sum(won) <= sum(seats) <= 6 * sum(won)


def test_a_seed_gives_the_same_hands() -> None:
    first, again, other = (noted(lot, lot.play(2)) for lot in (Lot(KERNEL, seed) for seed in (1, 1, 2)))
    assert first == again != other


@pytest.mark.parametrize("odd", [0, ANY_TURN])
def test_the_inputs_say_what_the_seat_sees(odd: int) -> None:
    for seed in range(12):
        lot = Lot(KERNEL, seed)
        count = lot.play(1, odd=odd)
        for left, choice in zip(noted(lot, count), choices(lot), strict=True):
            cards = {one for one in left.inputs if one < AFTER_CARDS}
            passed = {one for one in left.inputs if PASSED <= one < AFTER_PASSED}
            assert len(set(left.inputs)) == len(left.inputs)
            assert all(0 <= one < NO_INPUT for one in left.inputs)
            assert cards == card_inputs(choice.after) | removed(lot)
            assert passed == passed_inputs(Situation.of(choice.before))


def removed(lot: Lot) -> set[int]:
    """The inputs of two colours that the deck for two goes without."""
    colours = set(range(GONE + 36, GONE + 54))
    gone = {GONE + bit.bit_length() - 1 for bit in mask_bits(lot.hand.open.gone)}
    return colours if colours <= gone else set()


def test_what_the_policy_chose_is_judged_by_the_hands_end() -> None:
    for seed in range(4):
        lot = Lot(KERNEL, seed)
        count, held, winner = lot.play(1, by_policy=True), lot.hand.now.held, lot.hand.now.acts
        for left, choice in zip(noted(lot, count), choices(lot), strict=True):
            seat = choice.before.to_act
            assert left.won == (seat == winner)
            assert left.points == pytest.approx(mask_penalty(held[seat]) / 9)


@pytest.mark.parametrize(("odd", "share"), [(0, LAMBDA), (ANY_TURN, 0.0)])
def test_a_choice_is_judged_by_what_the_net_expects_at_the_next(odd: int, share: float) -> None:
    compared = 0
    for seed in range(12):
        lot = Lot(KERNEL, seed)
        later: dict[int, tuple[Noted, Choice]] = {}
        count = lot.play(1, odd=odd)
        for left, choice in reversed(list(zip(noted(lot, count), choices(lot), strict=True))):
            seat = choice.before.to_act
            if seat in later and choice.before.seats > 2:
                next_left, next_choice = later[seat]
                expected = expected_worth(next_choice)
                assert left.worth == pytest.approx(expected + share * (next_left.worth - expected), abs=1e-3)
                compared += 1
            later[seat] = left, choice
    assert compared > 40
