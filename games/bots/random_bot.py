"""The bot `random`: any legal turn, with equal chance."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.engine import Turn, View


def choose(_view: View, legal: Sequence[Turn], _budget_ms: int, rng: random.Random) -> Turn:
    return rng.choice(legal)
