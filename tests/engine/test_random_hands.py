"""Random hands of every kind of game, with what must hold after every turn."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

from games.engine import Card, GameOptions, HandState, Turn, deal, legal_turns, replay
from tests.engine.hands import random_hand, shuffled_deck

KINDS = [
    *(GameOptions(seats, goat=goat) for seats, goat in product(range(2, 7), (False, True))),
    GameOptions(2, two_player_deck=True),
    GameOptions(2, two_player_deck=True, goat=True),
]
HANDS = 25
MAX_TURNS = 2000

Step = tuple[list[Card], HandState, Turn, HandState]


@cache
def steps(options: GameOptions) -> list[Step]:
    """Every turn of some random hands: the deck, the state before, the turn, the state after."""
    found: list[Step] = []
    for seed in range(HANDS):
        rng = random.Random(f"{options} {seed}")
        deck = shuffled_deck(options, rng)
        for number, (before, turn, after) in enumerate(random_hand(deck, options.seats, rng)):
            assert number < MAX_TURNS, "the hand does not end"
            found.append((deck, before, turn, after))
    return found


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_every_card_is_in_exactly_one_place_after_every_turn(options: GameOptions) -> None:
    for deck, _, _, state in steps(options):
        undealt = deck[9 * options.seats :]
        places = [*state.hands, state.table, state.discarded, undealt]
        found = [card for place in places for card in place]
        assert len(found) == len(deck)
        assert set(found) == set(deck)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_hand_sizes_follow_from_the_turns(options: GameOptions) -> None:
    for _, before, turn, state in steps(options):
        sizes = list(before.sizes)
        sizes[before.to_act] += (turn.pickup is not None) - len(turn.cards)
        assert state.sizes == tuple(sizes)
        assert state.over == (0 in sizes)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_a_turn_is_always_to_be_had_until_the_hand_is_over(options: GameOptions) -> None:
    for _, before, _, state in steps(options):
        assert legal_turns(before)
        assert bool(legal_turns(state)) != state.over


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_every_round_takes_a_card_out_of_play(options: GameOptions) -> None:
    in_play: dict[int, int] = {}
    for _, before, _, state in steps(options):
        assert sum(state.sizes) <= sum(before.sizes)
        if state.round == 1 and before.table_seat is None:
            in_play = {}
        in_play.setdefault(state.round, sum(before.sizes))
        if state.round > 1:
            assert in_play[state.round] < in_play[state.round - 1]
        assert not set(state.discarded) < set(before.discarded)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_the_seats_act_clockwise_and_the_last_to_play_leads(options: GameOptions) -> None:
    for _, before, turn, state in steps(options):
        following = (before.to_act + 1) % options.seats
        assert state.last_actor == before.to_act
        assert state.leader == before.leader
        if state.over:
            assert state.to_act == before.to_act
            continue
        assert state.to_act == following
        if state.round > before.round:
            assert turn.is_pass
            assert (before.table_seat, state.table_seat, state.passes) == (following, None, ())
            assert set(before.table) <= set(state.discarded)
        elif turn.is_pass:
            assert state.passes == (*before.passes, before.to_act)
        else:
            assert (state.passes, state.table_seat, state.table) == ((), before.to_act, turn.cards)
            assert (state.beaten, state.beaten_seat, state.picked_up) == (
                before.table,
                before.table_seat,
                turn.pickup,
            )


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_known_cards_are_those_picked_up_and_still_held(options: GameOptions) -> None:
    known: list[set[Card]] = []
    for _, before, turn, state in steps(options):
        if before.last_actor is None:
            known = [set() for _ in range(options.seats)]
        own = known[before.to_act]
        own -= set(turn.cards)
        own |= {turn.pickup} if turn.pickup else set()
        assert [set(cards) for cards in state.known] == known
        assert all(set(cards) <= set(held) for cards, held in zip(state.known, state.hands, strict=True))


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_replaying_the_texts_of_a_hand_gives_its_end(options: GameOptions) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        deck = shuffled_deck(options, rng)
        taken = list(random_hand(deck, options.seats, rng))
        turns, last = [str(turn) for _, turn, _ in taken], taken[-1][2]
        leader = taken[0][0].leader
        assert replay(deck, options.seats, leader, turns) == last
        assert deal(deck, options.seats, leader) == taken[0][0]
