"""Games that random and greedy players play by the engine, as records."""

from __future__ import annotations

import random
from dataclasses import replace

from games.engine import GameOptions, apply, full_deck, is_game_over, legal_turns, next_leader, winners
from games.engine.dealing import deal
from games.engine.record_schema import End, Record, RecordedHand, RecordedTurn
from tests.recorded_games import recording


def played_game(seed: int) -> Record:
    """A whole game of 2 to 6 seats; two of three have several hands, one of four the goat."""
    rng = random.Random(seed)
    options = GameOptions(seats=rng.randint(2, 6), target=rng.choice((None, 10, 15)), goat=rng.random() < 0.25)
    totals, leader = [0] * options.seats, rng.randrange(options.seats)
    hands: list[RecordedHand] = []
    while not hands or not is_game_over(totals, options.target):
        hand, last = _played_hand(options, len(hands) + 1, leader, rng)
        hands.append(hand)
        totals = [have + more for have, more in zip(totals, hand.points or (), strict=True)]
        leader = next_leader(options, leader, last)
    end: End = "single_hand" if options.target is None else "target"
    model = recording("single_hand_of_two").record
    return replace(
        model, options=options, hands=tuple(hands), events=(), points=tuple(totals), winners=winners(totals), end=end
    )


def _played_hand(options: GameOptions, number: int, leader: int, rng: random.Random) -> tuple[RecordedHand, int]:
    deck = list(full_deck(options.colours("BR" if options.removes_two else ""), goat=options.goat))
    rng.shuffle(deck)
    state = deal(deck, options.seats, leader)
    dealt = tuple(tuple(deck[9 * seat : 9 * seat + 9]) for seat in range(options.seats))
    turns = []
    while not state.over:
        choices = legal_turns(state)
        # Mostly plays, and passes now and then, so that hands end.
        plays = [turn for turn in choices if not turn.is_pass] if rng.random() < 0.8 else []
        turn = max(rng.sample(plays, min(2, len(plays))), key=lambda one: len(one.cards)) if plays else choices[-1]
        turns.append(RecordedTurn(state.to_act, str(turn), "player", 0, None))
        state = apply(state, turn)
    hand = RecordedHand(
        number=number, leader=leader, seed=None, deals=dealt, undealt=tuple(deck[9 * options.seats :]),
        turns=tuple(turns), withdrawn=(), points=state.points, voided=False,
    )  # fmt: skip
    return hand, state.to_act
