"""The command that compares answers' processor time with the budget."""

from __future__ import annotations

from tests.bench.thinking import KINDS, figures, shares


def test_it_measures_answers_in_real_positions() -> None:
    for kind in KINDS:
        found = figures(shares("greedy", kind, 3, budget_ms=10))
        assert 0 <= found["p50"] <= found["p95"] <= found["p99"]
