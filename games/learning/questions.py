"""What a position asks, as frozen values. Cards are written as in the engine, without separators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise

from games.engine import canonical, parse_cards, value_of

Words = str | Promise
Goal = Literal["any", "out", "pass", "set"]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A position. `rule` is told before, `ask` is the question, `why` is told once it is answered.

    `table` is the set on the table, empty at a lead, `owner` whose it is (empty: the reader's own).
    """

    slug: str
    title: Words
    rule: Words
    ask: Words
    why: Words
    table: str = ""
    owner: str = ""

    @property
    def table_cards(self) -> tuple[str, ...]:
        return _codes(self.table)

    @property
    def table_value(self) -> int:
        return value_of(parse_cards(self.table))


def _codes(text: str) -> tuple[str, ...]:
    return tuple(map(str, parse_cards(text)))


@dataclass(frozen=True, kw_only=True)
class Lay(Question):
    """Cards to lay from `hand`. `goal`: any play that the rules allow, one that empties the hand, a pass, or (with no
    table meant) any set at all."""

    hand: str
    goal: Goal = "any"

    @property
    def hand_cards(self) -> tuple[str, ...]:
        return tuple(map(str, canonical(parse_cards(self.hand))))


@dataclass(frozen=True, kw_only=True)
class Which(Question):
    """Which of these `options`, each some cards, are right: sets, or plays of `hand` over the table."""

    options: tuple[str, ...]
    asks: Literal["set", "play"]
    hand: str = ""

    @property
    def hand_cards(self) -> tuple[str, ...]:
        return tuple(map(str, canonical(parse_cards(self.hand))))

    @property
    def option_cards(self) -> tuple[tuple[str, ...], ...]:
        return tuple(map(_codes, self.options))


@dataclass(frozen=True)
class Option:
    """An answer in words; `reply` says why it is right or wrong."""

    words: Words
    reply: Words
    right: bool = False


@dataclass(frozen=True, kw_only=True)
class Choice(Question):
    """One of these `options`, exactly one of them right. `shown` are the cards that it is about."""

    options: tuple[Option, ...]
    shown: str = ""

    @property
    def shown_cards(self) -> tuple[str, ...]:
        return _codes(self.shown)


@dataclass(frozen=True)
class Answer:
    """What somebody answered: cards and pick-up as text, a pass, or the numbers of options."""

    cards: tuple[str, ...] = ()
    pickup: str = ""
    passes: bool = False
    options: frozenset[int] = frozenset()

    @property
    def turn_text(self) -> str:
        """The turn as INTERFACES writes it; whether it is one, the engine says."""
        if self.passes:
            return "pass"
        return "".join(self.cards) + (f"<{self.pickup}" if self.pickup else "")


NOTHING = Answer()


@dataclass(frozen=True)
class Mark:
    """What is said of one option; `state` is empty where nothing is said."""

    state: Literal["right", "wrong", ""] = ""
    words: str = ""


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth. `almost`: allowed, but not what is asked for; `empty`: nothing was chosen yet.
    `marks` has one for each option."""

    state: Literal["right", "almost", "wrong", "empty"]
    words: tuple[str, ...]
    marks: tuple[Mark, ...] = ()

    @property
    def is_right(self) -> bool:
        return self.state == "right"
