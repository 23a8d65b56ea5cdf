"""The bots `learned` and `berserker`, which take the turn that a learned policy prefers (kernel/source/policy.c).

The policy weighs the cards that a turn leaves and plays, and how many cards the others hold. With two seats, `learned`
has the weights learned by playing against itself, `berserker` those learned against `greedy`; with more seats they are
the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.bots.kernel import Play, Situation, kernel
from games.engine import Turn, View


def choose(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    """The turn that the learned policy prefers. Costs about 0.1 ms."""
    return _choose(view, legal, against_greedy=False)


def berserker(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    """The turn that the policy prefers; with two seats by the weights learned against `greedy`. Costs about 0.1 ms. In
    Python alone it plays as `greedy`.
    """
    return _choose(view, legal, against_greedy=True)


def _choose(view: View, legal: Sequence[Turn], *, against_greedy: bool) -> Turn:
    if len(legal) == 1:
        return legal[0]
    best = kernel().learned(Situation.of(view), against_greedy=against_greedy)
    return next(turn for turn in legal if Play.of(turn) == best)
