"""A position after the answer: whether it was right, why, and how others chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from games.advice import expected_words, reason_words
from games.bots import strongest_estimator
from games.engine import parse_turn
from games.learning.questions import Verdict
from games.models import Position, PositionAnswer
from games.positions.moment import Moment
from games.positions.selectors import LEAST_ANSWERS, chosen
from games.positions.table import all_cards, whole_rounds
from games.table import Player
from games.table.view_model import Round

MAX_TURNS: Final = 8


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn. `points`: in words what the strongest bot expects after it, "" if it did not try it. `count`: how many
    people chose it. `is_best`, `is_mine` and `is_real`: the bot's, the reader's, and the one taken in the game.
    """

    turn: str
    points: str
    count: int
    is_best: bool
    is_mine: bool
    is_real: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """`choices`: the best turn first, then the reader's and the real one, then others' by how many chose them. `total`:
    how many answers count, 0 while they are too few.
    """

    verdict: Verdict
    table: tuple[str, ...]
    cards: tuple[str, ...]
    choices: Sequence[Choice]
    total: int
    bot: str
    everyones: Sequence[tuple[Player, tuple[str, ...]]]
    rounds: Sequence[Round]


def answered(position: Position, moment: Moment, answer: PositionAnswer) -> Answered:
    """One query."""
    counts = chosen(position)
    total = sum(counts.values())
    shown = counts if total >= LEAST_ANSWERS else {}
    view = moment.view
    return Answered(
        verdict=_verdict(moment, answer),
        table=tuple(map(str, view.table)),
        cards=tuple(map(str, view.cards)),
        choices=_choices(moment, answer.turn, shown),
        total=sum(shown.values()),
        bot=strongest_estimator()[0].label,
        everyones=all_cards(moment),
        rounds=whole_rounds(moment),
    )


def _verdict(moment: Moment, answer: PositionAnswer) -> Verdict:
    reason = reason_words(moment.view, moment.legal, parse_turn(moment.best))
    if answer.right:
        return Verdict("right", (reason,))
    return Verdict("wrong", (gettext("There’s a better turn."), reason))


def _choices(moment: Moment, mine: str, counts: Mapping[str, int]) -> Sequence[Choice]:
    points = dict(moment.estimates)
    others = sorted(counts, key=lambda turn: (-counts[turn], turn))
    turns = dict.fromkeys((moment.best, mine, moment.taken, *others))
    return [
        Choice(
            turn=turn,
            points=expected_words(points[turn]) if turn in points else "",
            count=counts.get(turn, 0),
            is_best=turn == moment.best,
            is_mine=turn == mine,
            is_real=turn == moment.taken,
        )
        for turn in list(turns)[:MAX_TURNS]
    ]
