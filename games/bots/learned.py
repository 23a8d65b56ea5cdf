"""The bot `learned`: takes the turn that a policy learned by self-play likes best (kernel/source/policy.c).

The policy weighs what a turn leaves in hand, what it lays, and how many cards the others hold.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.bots.kernel import Play, Situation, kernel
from games.engine import Turn, View


def choose(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    """Costs about 0.1 ms."""
    if len(legal) == 1:
        return legal[0]
    best = kernel().learned(Situation.of(view))
    return next(turn for turn in legal if Play.of(turn) == best)
