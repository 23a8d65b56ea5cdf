"""Many hands at once, to learn from, as the compiled kernel plays them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest

from games.bots.kernel import Situation
from games.bots.kernel.compiled import CompiledKernel, fill_state
from games.bots.learning.hands import NO_INPUT, Lot, Match, Player
from games.engine import HandState, Turn, View, apply, deal, legal_turns, observe, parse_turn
from games.engine.cards import cards_mask, mask_penalty
from games.engine.plays import mask_bits
from tests.bots.agreement import KINDS
from tests.engine.hands import hand, shuffled_deck

KERNEL = CompiledKernel()
# Where inputs begin: of cards left, on the table, known of the other seats in their order, and gone; then of passes.
LEFT, TABLE, KNOWN, GONE, AFTER_CARDS = 0, 55, 110, 385, 440
PASSED, AFTER_PASSED = 501, 701
History = list[tuple[int, str]]


def ones(row: Iterable[int]) -> list[int]:
    """The inputs that are one. Nothing follows the first that fills up."""
    found = list(row)
    if NO_INPUT in found:
        assert set(found[found.index(NO_INPUT) :]) == {NO_INPUT}
    return [one for one in found if one != NO_INPUT]


def steps(lot: Lot, limit: int = 200) -> Iterator[int]:
    """How many rows each step asks for. A rule of our own values them: fewest cards left, then the last such turn."""
    for _ in range(limit):
        count = lot.play_on()
        for at, row in enumerate(lot.rows[:count]):
            lot.values[at] = at / 1_000 - sum(one < TABLE for one in row)
        yield count


def state_of(lot: Lot) -> HandState:
    """The lot's only hand, as far as its legal turns need it."""
    now = lot.hands[0].now
    begun = hand(*("B1", "B2", "B3", "B4", "B5", "B6")[: now.seats], to_act=now.acts)
    owner = None if now.owner < 0 else now.owner
    return replace(begun, hand_masks=tuple(now.held[: now.seats]), table_mask=now.table, table_seat=owner)


def test_a_match_plays_each_of_its_hands_once() -> None:
    lot = Lot(KERNEL, 12, 1, Match(4, Player.GREEDY))
    for _ in steps(lot):
        if lot.report.seats[Player.NET] == 12:
            break
    results = lot.results()
    assert [seats for _, seats in results.values()] == [12, 36, 0]
    assert sum(won for won, _ in results.values()) == 12
    assert lot.play_on() == lot.report.ended == 0


def test_hands_to_learn_from_follow_each_other() -> None:
    lot, mixed = Lot(KERNEL, 8, 1), 0
    for _ in steps(lot, 40):
        won, seats = zip(*lot.results().values(), strict=True)
        mixed += sum(won)
        assert sum(won) <= sum(seats) <= 6 * max(1, sum(won))
    assert mixed > 6


@pytest.mark.parametrize("seed", range(4))
def test_the_choices_of_a_hand_are_handed_over_with_what_became_of_them(seed: int) -> None:
    lot, chosen = Lot(KERNEL, 1, seed), list[tuple[int, list[int]]]()
    for count in steps(lot):
        now = lot.hands[0].now
        if lot.report.ended:
            break
        best = max(range(count), key=lambda at: lot.values[at])
        chosen.append((now.acts, list(lot.rows[best])))
    assert now.held[now.acts] == 0
    ended = zip(lot.ended[: lot.report.ended], lot.targets[: lot.report.ended], strict=True)
    assert [(list(row), target.won, target.points) for row, target in ended] == [
        (row, seat == now.acts, pytest.approx(mask_penalty(now.held[seat]) / 9)) for seat, row in chosen
    ]


def test_a_row_is_asked_for_each_legal_turn_where_there_are_several() -> None:
    for seed in range(4):
        lot = Lot(KERNEL, 1, seed)
        for count in steps(lot, 20):
            if not lot.report.ended:
                rows = {tuple(ones(row)) for row in lot.rows[:count]}
                assert len(rows) == count == len(legal_turns(state_of(lot))) > 1
                assert all(0 <= one < NO_INPUT for row in rows for one in row)
                assert all(len(set(row)) == len(row) for row in rows)


def test_a_seed_gives_the_same_lot() -> None:
    first, again, other = (rows_asked_for(Lot(KERNEL, 3, seed)) for seed in (1, 1, 2))
    assert first == again != other


def rows_asked_for(lot: Lot) -> list[list[int]]:
    return [list(row) for count in steps(lot, 3) for row in lot.rows[:count]]


def card_inputs(view: View) -> set[int]:
    """What a view makes of the inputs for cards, after the turn."""
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


def rows_of(state: HandState, history: History) -> list[set[int]]:
    """The rows of the seat to act."""
    lot, situation = Lot(KERNEL, 1, 1), Situation.of(observe(state, state.to_act, history=history))
    first = lot.hands[0]
    fill_state(first.now, state.hand_masks, state.table_mask, state.table_seat, state.to_act)
    first.players = type(first.players)()
    first.open.gone = situation.gone
    for seat, cards in enumerate(situation.held):
        first.open.known[seat] = cards
        first.open.passed[seat][:] = situation.passed[seat]
    return [set(ones(row)) for row in lot.rows[: lot.play_on()]]


def assert_rows_say_what_the_seat_sees(state: HandState, history: History) -> None:
    situation = Situation.of(observe(state, state.to_act, history=history))
    expected = [card_inputs(observe(apply(state, turn), state.to_act)) for turn in legal_turns(state)]
    rows = rows_of(state, history)
    assert sorted(sorted(one for one in row if one < AFTER_CARDS) for row in rows) == sorted(map(sorted, expected))
    for row in rows:
        assert {one for one in row if PASSED <= one < AFTER_PASSED} == passed_inputs(situation)


@pytest.mark.parametrize("turns", [(), ("R4",), ("R4", "G5<R4", "pass"), ("R4", "G5<R4", "pass", "pass", "K1")])
def test_rows_say_what_the_seat_sees_in_positions_made_by_hand(turns: tuple[str, ...]) -> None:
    state, history = hand("R4B2O3P2", "G5K1R9B7", "P7P8O1G1"), History()
    for text in turns:
        history.append((state.to_act, text))
        state = apply(state, parse_turn(text))
    assert_rows_say_what_the_seat_sees(state, history)


@pytest.mark.parametrize("seed", range(2, len(KINDS), 4))
def test_rows_say_what_the_seat_sees_in_random_hands(seed: int) -> None:
    rng, options, history = random.Random(seed), KINDS[seed], History()
    state = deal(shuffled_deck(options, rng), options.seats, leader=0)
    for _ in range(12):
        legal = legal_turns(state)
        if len(legal) > 1 and not goes_out(state, legal):
            assert_rows_say_what_the_seat_sees(state, history)
        turn = rng.choice(legal)
        history.append((state.to_act, str(turn)))
        state = apply(state, turn)
        if state.over:
            break


def goes_out(state: HandState, legal: Sequence[Turn]) -> bool:
    return any(turn.mask == state.hand_masks[state.to_act] for turn in legal)
