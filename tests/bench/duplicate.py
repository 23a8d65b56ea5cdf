"""How many fewer hands a duplicate needs than the ordinary rating to rank the five house bots.

`python -m tests.bench.duplicate [--hands 2500] [--seed 1] [--json]`: each bot plays the same hands from the person's
seat of the weekly hands, and the five play rated games of as many hands, three at a table, each hand with new cards.
For both the command finds the least number of hands a bot with which nine in ten samples rank the bots as all hands do:
by the points of the same hands, and by the site's rating, which takes places in games.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean, variance
from typing import Final

from games import bots
from games.daily.solo import BUDGET_MS, Solo, bot_line
from games.engine import Card, apply, deal, full_deck, legal_turns, observe
from games.ratings.skill import Skill, rated_skills, seat_places

# Those of games.daily.services, which needs the site's settings.
OPPONENTS: Final = ("hirdman", "berserker")
SEATS: Final = 3
SAMPLES: Final = 200
SHARE: Final = 0.9
STEP: Final = 1.15

# The usual target of a game.
TARGET: Final = 15

# The bots' points with one deal for all, weakest bot first.
Duplicate = list[list[int]]
# Draws that many hands a bot, and returns each bot's points, or another figure that is smaller for stronger bots.
Sampler = Callable[[int, random.Random], list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2500, help="hands to play of each kind (2500)")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals, bots and samples (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    played = duplicate_hands(options.hands, chance), ordinary_games(options.hands, chance)
    figures = measured(*played, chance)
    print(json.dumps(figures) if options.json else "\n".join(f"{name}: {figures[name]}" for name in figures))


def duplicate_hands(hands: int, chance: random.Random) -> Duplicate:
    """The points of each bot in the same seat of the same deals."""
    solos = [
        Solo(_deck(chance), SEATS, chance.randrange(SEATS), 0, OPPONENTS, chance.randbytes(32)) for _ in range(hands)
    ]
    return [[bot_line(solo, name).points or 0 for name in bots.names()] for solo in solos]


@dataclass(frozen=True, slots=True)
class Game:
    """A game of three different bots, by their places in `bots.names()`: how many hands it had, and their points."""

    sitting: Sequence[int]
    hands: int
    points: Sequence[int]


def ordinary_games(hands: int, chance: random.Random) -> list[Game]:
    """Rated games with that many hands in all."""
    games: list[Game] = []
    while sum(game.hands for game in games) < hands:
        games.append(_game(chance.sample(range(len(bots.names())), SEATS), chance))
    return games


def _game(sitting: Sequence[int], chance: random.Random) -> Game:
    points, hands, leader = [0] * SEATS, 0, chance.randrange(SEATS)
    while max(points) < TARGET:
        points = [sum(each) for each in zip(points, _hand(sitting, leader, chance), strict=True)]
        hands, leader = hands + 1, (leader + 1) % SEATS
    return Game(sitting, hands, points)


def _hand(sitting: Sequence[int], leader: int, chance: random.Random) -> tuple[int, ...]:
    state = deal(_deck(chance), SEATS, leader)
    history: list[tuple[int, str]] = []
    while not state.over:
        view = observe(state, state.to_act, history=history)
        name = bots.names()[sitting[state.to_act]]
        turn = bots.get(name).choose(view, legal_turns(state), BUDGET_MS, chance)
        history.append((state.to_act, str(turn)))
        state = apply(state, turn)
    assert state.points is not None
    return state.points


def _deck(chance: random.Random) -> tuple[Card, ...]:
    deck = list(full_deck())
    chance.shuffle(deck)
    return tuple(deck)


def measured(duplicate: Duplicate, games: Sequence[Game], chance: random.Random) -> dict[str, object]:
    """The bots' means and ratings, and how many hands nine in ten need."""
    same, rated = [mean(column) for column in zip(*duplicate, strict=True)], ratings(games)
    fewest = hands_needed(duplicate_sampler(duplicate), order_of(same), chance)
    own = hands_needed(rating_sampler(games), order_of([-skill.mu for skill in rated]), chance)
    return {
        "bots": list(bots.names()),
        "duplicate_means": [round(points, 3) for points in same],
        "ratings": [round(skill.mu, 2) for skill in rated],
        "games": len(games),
        "hands_a_game": round(mean(game.hands for game in games), 2),
        "variance_of_differences": round(variance_ratio(duplicate), 2),
        "prior_hands": round(prior_hands(duplicate), 1),
        "duplicate_hands": fewest,
        "ordinary_hands": own,
        "factor": round(own / fewest, 2),
    }


def duplicate_sampler(rows: Duplicate) -> Sampler:
    def sample(hands: int, chance: random.Random) -> list[float]:
        drawn = chance.choices(rows, k=hands)
        return [sum(column) / hands for column in zip(*drawn, strict=True)]

    return sample


def ratings(games: Iterable[Game]) -> list[Skill]:
    """Each bot's rating after these games, as the site works it out."""
    skills = [Skill() for _name in bots.names()]
    for game in games:
        before = [skills[bot] for bot in game.sitting]
        after = rated_skills(before, seat_places(game.points, [False] * SEATS))
        for bot, skill in zip(game.sitting, after, strict=True):
            skills[bot] = skill
    return skills


def rating_sampler(games: Sequence[Game]) -> Sampler:
    """Samples of games, in which a bot has the asked number of hands on average."""
    hands_a_bot = mean(game.hands for game in games) * SEATS / len(bots.names())

    def sample(hands: int, chance: random.Random) -> list[float]:
        drawn = chance.choices(games, k=max(1, round(hands / hands_a_bot)))
        return [-skill.mu for skill in ratings(drawn)]

    return sample


def hands_needed(sample: Sampler, order: Sequence[int], chance: random.Random, most: int = 4_000) -> int:
    """The least number of hands, in steps of 15 %, with which SHARE of the samples rank the bots in `order`. `most` if
    even that many do not.
    """
    hands = 8
    while hands < most and right_share(sample, order, hands, chance) < SHARE:
        hands = int(hands * STEP) + 1
    return hands


def right_share(sample: Sampler, order: Sequence[int], hands: int, chance: random.Random) -> float:
    return sum(order_of(sample(hands, chance)) == order for _sample in range(SAMPLES)) / SAMPLES


def order_of(means: Sequence[float]) -> list[int]:
    """The bots' places in `bots.names()`, the one with most points first."""
    return sorted(range(len(means)), key=lambda bot: -means[bot])


def variance_ratio(rows: Duplicate) -> float:
    """How many times larger the variance of two bots' difference is with cards of their own."""
    columns = list(zip(*rows, strict=True))
    pairs = list(combinations(columns, 2))
    apart = sum(variance(one) + variance(other) for one, other in pairs)
    together = sum(variance([a - b for a, b in zip(one, other, strict=True)]) for one, other in pairs)
    return float(apart / together)


def prior_hands(rows: Duplicate) -> float:
    """The variance of a hand's margin over that between the bots (games.ratings.duplicate)."""
    margins = [[(sum(row) - left) / (len(row) - 1) - left for left in row] for row in rows]
    columns = list(zip(*margins, strict=True))
    between = variance([mean(column) for column in columns])
    return float(mean(variance(column) for column in columns) / between)


if __name__ == "__main__":
    main()
