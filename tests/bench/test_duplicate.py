"""How many hands rank the bots: the two ways of ranking, on results that are made up."""

from __future__ import annotations

import random

from tests.bench.duplicate import (
    Game,
    duplicate_sampler,
    hands_needed,
    order_of,
    ordinary_games,
    rating_sampler,
    ratings,
    variance_ratio,
)

WEAKEST_FIRST = [0, 1, 2, 3, 4]


def test_the_rating_ranks_by_places() -> None:
    games = [Game([0, 1, 2], 4, [15, 9, 3]), Game([2, 3, 4], 4, [15, 9, 3])] * 10
    assert order_of([-skill.mu for skill in ratings(games)]) == WEAKEST_FIRST
    assert order_of(rating_sampler(games)(200, random.Random(1))) == WEAKEST_FIRST


def test_fewer_hands_are_needed_where_all_have_the_same_luck() -> None:
    rng = random.Random(2)
    lucky = [rng.randrange(6) for _hand in range(300)]
    same = [[luck + 8 - bot + rng.randrange(4) for bot in WEAKEST_FIRST] for luck in lucky]
    own = [[rng.choice(lucky) + 8 - bot + rng.randrange(4) for bot in WEAKEST_FIRST] for _hand in range(300)]
    few, many = (hands_needed(duplicate_sampler(rows), WEAKEST_FIRST, random.Random(3)) for rows in (same, own))
    assert few < many
    assert variance_ratio(same) > 2
    assert 0.7 < variance_ratio(own) < 1.4


def test_games_have_the_hands_that_are_asked_for() -> None:
    games = ordinary_games(6, random.Random(4))
    assert sum(game.hands for game in games[:-1]) < 6 <= sum(game.hands for game in games)
    assert all(max(game.points) >= 15 and len(set(game.sitting)) == 3 for game in games)
