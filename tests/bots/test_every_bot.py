"""What must hold for every bot in the registry."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from games.bots import REGISTRY, get, names
from games.engine import GameOptions, Turn, apply, deal, legal_turns, observe
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
        taken.append(bot.choose(observe(state, state.to_act), legal, 20, rng))
        assert taken[-1] in legal
        assert len(taken) < 2000, "the hand does not end"
        state = apply(state, taken[-1])
    return taken


def test_the_registry_names_the_bots_weakest_first() -> None:
    assert names() == ("random", "greedy")
    assert [get(name).name for name in names()] == list(names()) == list(REGISTRY)
    assert all(bot.label for bot in REGISTRY.values())


def test_there_is_no_bot_of_another_name() -> None:
    with pytest.raises(KeyError):
        get("nobody")


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("name", names())
def test_it_plays_whole_hands_by_the_rules(name: str, options: GameOptions) -> None:
    for seed in range(10):
        assert turns_of(name, options, seed)


@pytest.mark.parametrize("name", names())
def test_the_same_chance_gives_the_same_turns(name: str) -> None:
    for options in KINDS:
        assert turns_of(name, options, 5) == turns_of(name, options, 5)


def test_bots_load_no_django() -> None:
    code = "import sys, games.bots\nprint('django' in sys.modules)"
    root = Path(__file__).parents[2]
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert found.stdout.strip() == "False"
