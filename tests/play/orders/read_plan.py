"""The turn that a list of planned sets takes, read from the rules alone (RULES.md, "Turn by turn").

It uses nothing of the site's code: cards are texts, such as "B7".
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

COLOURS = "BRPGKOX"
RULES = ("bot", "high", "low", *"123456789", *"BRPGKO")


@dataclass
class PlanList:
    """Sets in order, each with the rule for its pick-up, and whether the list ends with a pass."""

    sets: list[tuple[list[str], str]] = field(default_factory=list)
    passes: bool = False


def expected_turns(plan: PlanList, held: Sequence[str], table: Sequence[str]) -> set[str]:
    """The turns that the list allows over a table; "pass"; or nothing, where the player decides. Only the strongest
    bot's choice of a card leaves several.
    """
    if not table:
        return set()
    for cards, rule in plan.sets:
        if _may_lie(cards, held, table):
            return _turns(cards, rule, held, table)
    return {"pass"} if plan.passes else set()


def _may_lie(cards: Sequence[str], held: Sequence[str], table: Sequence[str]) -> bool:
    fits = len(cards) - len(table) in (0, 1)
    return fits and set(cards) <= set(held) and _makes_set(cards) and _value(cards) > _value(table)


def _makes_set(cards: Sequence[str]) -> bool:
    colours = {card[0] for card in cards if card != "X0"}
    numbers = {card[1] for card in cards}
    return len(colours) <= 1 or (len(numbers) == 1 and "X0" not in cards)


def _value(cards: Sequence[str]) -> int:
    return int("".join(sorted((card[1] for card in cards), reverse=True)))


def _turns(cards: Sequence[str], rule: str, held: Sequence[str], table: Sequence[str]) -> set[str]:
    played = "".join(_written(cards))
    if len(cards) == len(held):
        return {played}
    picked = set(table) if rule == "bot" else {_picked(rule, table)}
    return {f"{played}<{card}" for card in picked}


def _picked(rule: str, table: Sequence[str]) -> str:
    highest_first = _written(table)
    if rule == "low":
        lowest = min(card[1] for card in table)
        return next(card for card in highest_first if card[1] == lowest)
    wanted = [card for card in highest_first if rule in (card[0], card[1])]
    return (wanted or highest_first)[0]


def _written(cards: Sequence[str]) -> list[str]:
    """Highest number first, then the colours in their order."""
    return sorted(cards, key=lambda card: (-int(card[1]), COLOURS.index(card[0])))


def random_plan(held: Sequence[str], rng: random.Random) -> PlanList:
    """One to five different sets of the cards held, each with some rule."""
    sets: dict[tuple[str, ...], str] = {}
    for _set in range(rng.randint(1, 5)):
        first = rng.choice(held)
        shared = rng.choice((0, 1))
        alike = [card for card in held if card[shared] == first[shared] or (shared == 0 and card == "X0")]
        cards = rng.sample(alike, rng.randint(1, min(len(alike), 4)))
        sets[tuple(_written(cards))] = rng.choice(RULES)
    return PlanList([(list(cards), rule) for cards, rule in sets.items()], passes=rng.random() < 0.3)
