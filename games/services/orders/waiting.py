"""How long a standing order waits before it acts, so that its speed tells others nothing about the cards."""

import math
import random
from datetime import timedelta

from games.clocks import Pace
from games.models import Game

_CHANCE = random.SystemRandom()
# Shortest and longest; people think for seconds at a live table, and for minutes and more elsewhere.
LIVE = (timedelta(seconds=3), timedelta(seconds=15))
SLOW = (timedelta(seconds=40), timedelta(minutes=25))


def order_delay(game: Game) -> timedelta:
    """A random delay, short ones more likely: its logarithm is spread evenly."""
    shortest, longest = LIVE if Pace(game.pace).is_live else SLOW
    exponent = _CHANCE.uniform(math.log(shortest.total_seconds()), math.log(longest.total_seconds()))
    return timedelta(seconds=math.exp(exponent))
