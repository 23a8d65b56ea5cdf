"""Strengths of players from places alone (openskill, Plackett-Luce)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
# Variance added by each new season: after a pause of a year a player is known slightly less well.
SEASON_WIDENS: Final = 0.75
QUARTER: Final = 3

_model = PlackettLuce(mu=MU, sigma=SIGMA)


class Skill(NamedTuple):
    mu: float = MU
    sigma: float = SIGMA


def season_at(at: datetime) -> int:
    """Year and quarter in UTC: 20264 is October to December 2026."""
    return at.year * 10 + (at.month - 1) // QUARTER + 1


def season_number(season: int) -> int:
    """The season's consecutive number, for subtraction."""
    return season // 10 * 4 + season % 10 - 1


def season_from_number(number: int) -> int:
    return number // 4 * 10 + number % 4 + 1


def season_begins(season: int) -> tuple[int, int]:
    return season // 10, (season % 10 - 1) * QUARTER + 1


def widened(skill: Skill, seasons: int) -> Skill:
    """The skill after some seasons without a game, never less certain than a newcomer's."""
    sigma = math.sqrt(skill.sigma**2 + max(seasons, 0) * SEASON_WIDENS**2)
    return Skill(skill.mu, min(sigma, max(SIGMA, skill.sigma)))


def rating_score(skill: Skill) -> int:
    """The score shown: 1000 for a newcomer; almost certainly not above the true strength."""
    return rating_points(skill.mu - 3 * skill.sigma)


def rating_points(mu: float) -> int:
    return round(1000 + 40 * mu)


def seat_places(points: Sequence[int], resigned: Sequence[bool]) -> list[int]:
    """Places from 1 by points, ties share one; resigned seats share the last (RULES.md, 9)."""
    counted = [score for score, gone in zip(points, resigned, strict=True) if not gone]
    return [
        len(counted) + 1 if gone else 1 + sum(other < score for other in counted)
        for score, gone in zip(points, resigned, strict=True)
    ]


def rated_skills(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    ranks: list[float] = [float(place) for place in places]
    teams = _model.rate([[_model.rating(mu=mu, sigma=sigma)] for mu, sigma in before], ranks=ranks)
    return [Skill(team[0].mu, team[0].sigma) for team in teams]


def mean_skill(strengths: Sequence[Skill]) -> Skill:
    """The mean skill of several seats of one player."""
    count = len(strengths)
    return Skill(sum(one.mu for one in strengths) / count, sum(one.sigma for one in strengths) / count)
