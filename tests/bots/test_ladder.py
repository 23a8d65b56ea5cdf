"""The command that prints the tables of games/bots/README.md."""

from __future__ import annotations

import re
import sys

import pytest

from games.bots.arena import ladder


@pytest.mark.whole
def test_each_rung_plays_greedy_and_those_below(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ladder", "--games", "8", "--bots", "skald,seidmadr", "--budget-ms", "1"])
    ladder.main()
    lines = capsys.readouterr().out.splitlines()
    matches = [line.split(" | ")[0].strip("| ") for line in lines[2:]]
    assert matches == ["`skald` v `greedy`", "`seidmadr` v `greedy`", "`seidmadr` v `skald`"]
    assert all(len(re.findall(r"\d+\.\d ± \d+\.\d %", line)) == len(ladder.SEATS) for line in lines[2:])
