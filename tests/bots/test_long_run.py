"""The command that plays many whole games finds no fault in a few, and says which it found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.bots import REGISTRY
from games.engine import Turn, View
from tests.bots.long_run import Lot, drawn_options, figures, lots, play_drawn


@pytest.mark.parametrize("lot", [*lots(cheap=4, searching=1)], ids=lambda lot: lot.always or "cheap")
def test_a_few_games_have_no_fault(lot: Lot) -> None:
    found = figures(lot, [play_drawn(lot, 0, number) for number in range(lot.games)])
    assert (found["games"], found["faults"]) == (lot.games, [])


def test_all_options_are_drawn() -> None:
    drawn = [drawn_options(random.Random(seed)) for seed in range(200)]
    names = ("seats", "target", "goat", "two_player_deck", "next_leader")
    assert [len({getattr(one, name) for one in drawn}) for name in names] == [5, 6, 2, 2, 2]


def test_it_says_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(_view: View, _legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
        raise ZeroDivisionError

    monkeypatch.setitem(REGISTRY, "skald", replace(REGISTRY["skald"], choose=stumble))
    (fault,) = play_drawn(Lot(("skald",), "", 1), 0, 0).faults
    assert "ZeroDivisionError" in fault
