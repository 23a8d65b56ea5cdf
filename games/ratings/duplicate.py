"""The luck-adjusted rating: how many points fewer than others a player keeps with the same cards. Plain arithmetic.

Everyone in the field of a hand had the same cards, seat and bots, so the luck of the deal is the same for all and drops
out of the difference.
"""

from __future__ import annotations

from typing import Final

# So many hands of an average player are added to a player's own, because few hands say little. The best number is the
# variance of a hand's margin over that between players, which `python -m tests.bench.duplicate` measures among bots.
PRIOR_HANDS: Final = 40
# Hands needed for a place in the list.
MIN_HANDS: Final = 16


def hand_margin(points: int, field_points: int, field: int) -> float | None:
    """The mean of the others in the field, minus the player's points; None if there are no others. `field_points`: the
    sum over all `field` players, the player too.

    >>> hand_margin(2, 12, 3)
    3.0
    """
    return None if field < 2 else (field_points - points) / (field - 1) - points


def figure(margin: float, hands: int) -> float:
    """The rating in points a hand, above 0 for players who keep fewer than others. `margin`: the sum over `hands`.

    >>> round(figure(36.0, 32), 2)
    0.5
    """
    return margin / (hands + PRIOR_HANDS)
