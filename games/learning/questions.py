"""Positions of the tutorial as frozen values; cards as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext

from games.engine import canonical, parse_cards, set_value

Words = str | Promise
Goal = Literal["any", "out", "pass", "set"]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A position. `rule`: shown first; `ask`: the question; `why`: after the answer. `table`: "" at a lead; `owner`: of
    the table, "" for the reader.
    """

    slug: str
    title: Words
    rule: Words
    ask: Words
    why: Words
    table: str = ""
    owner: str = ""

    @property
    def owner_words(self) -> str:
        return gettext("%(name)s’s set") % {"name": self.owner} if self.owner else gettext("Your set")

    @property
    def table_cards(self) -> tuple[str, ...]:
        return _codes(self.table)

    @property
    def table_value(self) -> int:
        return set_value(parse_cards(self.table))


def _codes(text: str) -> tuple[str, ...]:
    return tuple(map(str, parse_cards(text)))


@dataclass(frozen=True, kw_only=True)
class Lay(Question):
    """Cards to play from `hand`. `goal`: any legal play, one that goes out, a pass, or (without a table) any set."""

    hand: str
    goal: Goal = "any"

    @property
    def hand_cards(self) -> tuple[str, ...]:
        return tuple(map(str, canonical(parse_cards(self.hand))))


@dataclass(frozen=True, kw_only=True)
class Which(Question):
    """Which of `options` (cards as text) are right: sets, or plays over the table."""

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
    """`reply` says why it is right or wrong."""

    words: Words
    reply: Words
    right: bool = False


@dataclass(frozen=True, kw_only=True)
class Choice(Question):
    """One of `options`, of which one is right. `shown`: the cards in question."""

    options: tuple[Option, ...]
    shown: str = ""

    @property
    def shown_cards(self) -> tuple[str, ...]:
        return _codes(self.shown)


@dataclass(frozen=True)
class Answer:
    """Cards and pick-up as text, a pass, or numbers of options."""

    cards: tuple[str, ...] = ()
    pickup: str = ""
    passes: bool = False
    options: frozenset[int] = frozenset()

    @property
    def turn_text(self) -> str:
        """The turn in the notation of INTERFACES, not validated."""
        if self.passes:
            return "pass"
        return "".join(self.cards) + (f"<{self.pickup}" if self.pickup else "")


NOTHING = Answer()


@dataclass(frozen=True)
class Mark:
    """`state` is "" for an option without a verdict."""

    state: Literal["right", "wrong", ""] = ""
    words: str = ""


@dataclass(frozen=True)
class Verdict:
    """`almost`: legal, but not what was asked; `empty`: nothing chosen. `marks`: one for each option."""

    state: Literal["right", "almost", "wrong", "empty"]
    words: tuple[str, ...]
    marks: tuple[Mark, ...] = ()

    @property
    def is_right(self) -> bool:
        return self.state == "right"
