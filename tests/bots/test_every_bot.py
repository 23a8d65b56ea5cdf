"""Rules for every bot in the registry."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.bots import REGISTRY, get, names
from games.engine import GameOptions, HandState, Turn, apply, deal, full_deck, legal_turns, observe
from games.engine.cards import GOAT_BIT, cards_mask
from tests.engine.hands import shuffled_deck

KINDS = [
    GameOptions(2, two_player_deck=True),
    GameOptions(2, goat=True),
    GameOptions(4, goat=True),
    GameOptions(6),
]


def turns_of(name: str, options: GameOptions, seed: int) -> list[Turn]:
    """All turns of one hand that the bot plays against itself; fails when one of them is not legal."""
    bot, rng = get(name), random.Random(seed)
    state = deal(shuffled_deck(options, random.Random(seed)), options.seats, leader=0)
    taken: list[Turn] = []
    while not state.over:
        legal = legal_turns(state)
        taken.append(bot.choose(observe(state, state.to_act), legal, 0, rng))
        assert taken[-1] in legal
        assert len(taken) < 2000, "the hand does not end"
        state = apply(state, taken[-1])
    return taken


def test_the_registry_names_the_bots_weakest_first() -> None:
    assert names() == ("skald", "seidmadr", "hirdman", "berserker", "jarl")
    assert [get(name).name for name in names()] == list(names()) == list(REGISTRY)
    assert all(bot.label for bot in REGISTRY.values())


def test_there_is_no_bot_of_another_name() -> None:
    with pytest.raises(KeyError):
        get("nobody")


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("name", names())
def test_it_plays_whole_hands_by_the_rules(name: str, options: GameOptions) -> None:
    for seed in range(3):
        assert turns_of(name, options, seed)


@pytest.mark.parametrize("name", names())
def test_the_same_chance_gives_the_same_turns(name: str) -> None:
    for options in KINDS[::2]:
        assert turns_of(name, options, 5) == turns_of(name, options, 5)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("options", KINDS, ids=str)
def test_it_knows_no_more_than_its_seat(name: str, options: GameOptions) -> None:
    """Cards that others hold, or that nobody was dealt, may lie anywhere: exchanging them changes nothing."""
    rng, bot = random.Random(2), get(name)
    state, history = deal(shuffled_deck(options, rng), options.seats, leader=0), list[tuple[int, str]]()
    exchanged = 0
    for _turn in range(12):
        seat, legal = state.to_act, legal_turns(state)
        other = elsewhere(state, seat)
        exchanged += other != state
        views = [observe(one, seat, history=history) for one in (state, other)]
        assert views[0] == views[1]
        taken, again = (bot.choose(view, legal, 0, random.Random(3)) for view in views)
        assert taken == again
        history.append((seat, str(taken)))
        state = apply(state, taken)
        if state.over:
            break
    assert exchanged > 1


def elsewhere(state: HandState, seat: int) -> HandState:
    """A state that looks the same to this seat: a hidden card of the next seat is exchanged for another unseen one."""
    other = (seat + 1) % state.seats
    hidden = [held & ~known for held, known in zip(state.hand_masks, state.known_masks, strict=True)]
    deck = cards_mask(full_deck(state.colours, goat=state.goat))
    undealt = deck & ~(sum(state.hand_masks) | state.table_mask | state.discarded_mask) & ~GOAT_BIT
    one, third = lowest(hidden[other] & ~GOAT_BIT), (other + 1) % state.seats
    free = undealt if third == seat else hidden[third] & ~GOAT_BIT
    swapped, masks = one | lowest(free), list(state.hand_masks)
    if not one or not free:
        return state
    masks[other] ^= swapped
    if third != seat:
        masks[third] ^= swapped
    return replace(state, hand_masks=tuple(masks))


def lowest(mask: int) -> int:
    return mask & -mask


def test_bots_load_no_django() -> None:
    code = "import sys, games.bots\nprint('django' in sys.modules)"
    root = Path(__file__).parents[2]
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert found.stdout.strip() == "False"
