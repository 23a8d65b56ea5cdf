"""The signals' tails, against other calculations."""

import math
import random
from fractions import Fraction

import pytest

from games.moderation.signals.mass_signup import usual_more
from games.moderation.signals.shared_network import meeting_tail
from games.moderation.signals.statistics import (
    PairResults,
    binomial_tail,
    duel_tail,
    estimated_skill,
    oddity,
    poisson_tail,
)

EVEN = PairResults(100, 50, 100.0)


@pytest.mark.parametrize(("hits", "tries"), [(0, 5), (1, 5), (5, 5), (17, 20), (60, 100)])
@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_the_binomial_tail_is_exact(hits: int, tries: int, share: Fraction) -> None:
    exact = sum(math.comb(tries, n) * share**n * (1 - share) ** (tries - n) for n in range(hits, tries + 1))
    assert binomial_tail(hits, tries, float(share)) == pytest.approx(float(exact), rel=1e-9)


def test_the_binomial_tail_at_its_ends() -> None:
    assert binomial_tail(3, 2, 0.5) == 0.0
    assert binomial_tail(1, 9, 0.0) == 0.0
    assert binomial_tail(9, 9, 1.0) == 1.0
    assert 0 < binomial_tail(900, 1000, 0.5) < 1e-150


@pytest.mark.parametrize(("events", "mean"), [(0, 2.0), (1, 0.01), (3, 0.5), (8, 2.0), (30, 0.5)])
def test_the_poisson_tail_is_that_of_many_rare_chances(events: int, mean: float) -> None:
    many = 100_000
    assert poisson_tail(events, mean) == pytest.approx(binomial_tail(events, many, mean / many), rel=0.01)


def test_oddity_counts_the_places_and_what_else_was_looked_at() -> None:
    assert oddity(1e-6) == pytest.approx(6)
    assert oddity(1e-6, 1000) == pytest.approx(3)
    assert oddity(0.5, 10) == 0.0
    assert oddity(0.0) == 300.0


def test_strength_is_shrunk_by_how_little_is_known() -> None:
    assert estimated_skill(PairResults()) == pytest.approx((0.0, 0.49))
    little, much = estimated_skill(PairResults(4, 3, 4.0)), estimated_skill(PairResults(400, 300, 400.0))
    assert 0 < little[0] < much[0] < math.log(3)
    assert much[1] < little[1] < 0.49


def test_losing_always_is_odd_among_equals_and_not_between_weak_and_strong() -> None:
    weak, strong = PairResults(100, 20, 80.0), PairResults(100, 80, 80.0)
    assert duel_tail(20, 20, EVEN, EVEN) < 1e-4
    assert duel_tail(20, 20, weak, strong) > 0.01
    assert duel_tail(20, 20, strong, weak) < 1e-7
    assert duel_tail(20, 20, PairResults(), PairResults()) > duel_tail(20, 20, EVEN, EVEN) * 10


def test_the_duels_tail_is_what_players_of_unknown_strength_do() -> None:
    """Random games have no more extremes than the tail says."""
    rng = random.Random(5)
    tails = []
    for _pair in range(1500):
        a, b = rng.gauss(0, 0.7), rng.gauss(0, 0.7)
        share = 1 / (1 + math.exp(a - b))
        lost = sum(rng.random() < share for _game in range(20))
        standings = [_played(own, rng) for own in (a, b)]
        tails.append(duel_tail(lost, 20, *standings))
    for level in (0.1, 0.01):
        assert sum(tail <= level for tail in tails) / len(tails) < level * 1.5


def _played(skill: float, rng: random.Random) -> PairResults:
    ahead = sum(rng.random() < 1 / (1 + math.exp(-skill)) for _game in range(60))
    return PairResults(60, ahead, 60.0)


def test_meeting_ones_own_network_is_no_surprise_where_all_are_on_it() -> None:
    assert meeting_tail(3, 10, accounts=5, active=5) == 1.0
    assert meeting_tail(1, 3, accounts=2, active=10) > 0.2
    assert meeting_tail(1, 3, accounts=2, active=1000) < 0.01
    assert meeting_tail(4, 12, accounts=200, active=1000) > 0.1


def test_a_network_with_usual_newcomers_is_measured_by_the_others() -> None:
    assert usual_more(made=30, networks=10) == 2.0
    assert usual_more(made=10, networks=10) == 0.5
    assert usual_more(made=0, networks=0) == 0.5
