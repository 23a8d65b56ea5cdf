"""Positions of the tutorial as frozen values; cards as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext

from games.engine import canonical, parse_cards, set_value

Words = str | Promise
Goal = Literal["any", "out", "pass", "goat", "few", "set", "most"]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A position to play from. `rule`: shown first; `ask`: the task; `why`: after the answer. `table`: "" at a lead;
    `owner`: of the table. `discarded`: the reader's own set, after which all others have passed.

    `goal`: any legal play, one that goes out, a pass, one with the goat, or one that keeps the fewest cards. Two goals
    are no turns: any set, and the set of the highest value. `count`: of a set's cards, 0 for any.
    """

    slug: str
    title: Words
    rule: Words
    ask: Words
    why: Words
    hand: str
    table: str = ""
    owner: str = ""
    discarded: str = ""
    goal: Goal = "any"
    count: int = 0

    @property
    def is_turn(self) -> bool:
        return self.goal not in ("set", "most")

    @property
    def shown(self) -> str:
        """The set on the table, or the one that has just left it."""
        return self.table or self.discarded

    @property
    def owner_words(self) -> str:
        return gettext("%(name)s’s set") % {"name": self.owner} if self.owner else gettext("Your set")

    @property
    def hand_cards(self) -> tuple[str, ...]:
        return tuple(map(str, canonical(parse_cards(self.hand))))

    @property
    def shown_cards(self) -> tuple[str, ...]:
        return tuple(map(str, parse_cards(self.shown)))

    @property
    def shown_value(self) -> int:
        return set_value(parse_cards(self.shown))

    @property
    def pickups(self) -> tuple[str, ...]:
        """The cards to choose from, if there are several."""
        cards = tuple(map(str, parse_cards(self.table)))
        return cards if len(cards) > 1 and self.goal != "pass" else ()


@dataclass(frozen=True)
class Answer:
    """Cards and pick-up as text, or a pass."""

    cards: tuple[str, ...] = ()
    pickup: str = ""
    passes: bool = False

    @property
    def turn_text(self) -> str:
        """The turn in the notation of REFEREE.md, not validated."""
        if self.passes:
            return "pass"
        return "".join(self.cards) + (f"<{self.pickup}" if self.pickup else "")


NOTHING = Answer()


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer. `almost`: allowed, but not what was wanted; `empty`: nothing chosen. `words`: why."""

    state: Literal["right", "almost", "wrong", "empty"]
    words: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        return self.state == "right"
