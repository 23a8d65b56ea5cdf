"""The examples in the engine's docstrings are true."""

from __future__ import annotations

import doctest

from games.engine import cards, turns


def test_the_examples_in_docstrings_are_true() -> None:
    results = [doctest.testmod(module) for module in (cards, turns)]
    assert all(result.attempted for result in results)
    assert not any(result.failed for result in results)
