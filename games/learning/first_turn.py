"""The turn to try on the landing page: a position of four players, and the result of the reader's turn. Nothing is
stored: the answer is in the address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext

from games.engine import (
    PASS,
    GameOptions,
    HandState,
    IllegalTurn,
    Turn,
    apply,
    cards_text,
    complete_turn,
    legal_turns,
    observe,
    parse_cards,
    start_hand,
)
from games.learning.answers import answered_turn, played_words, refusal_words
from games.learning.log import set_view
from games.learning.practice import ME
from games.learning.questions import NOTHING, Answer
from games.learning.table import PracticeTable, Target, seat_view
from games.table import Player
from games.table.choices import Choices, HandCard
from games.web.card_words import choose_cards

NAMES: Final = ("Torstein", "Ylva", "Ingrid")
OWNER: Final = 2
PASSED: Final = 3
OPTIONS: Final = GameOptions(seats=4)
POINTS: Final = (3, 5, 2, 8)
HANDS: Final = ("P9P8B7P6P3G2", "O9R7R5K6B4O2", "G8B6R4O1", "R9G9B5K7O3R2P1")
TABLE: Final = "K9K4K2"


@dataclass(frozen=True)
class FirstTurn:
    """The reader's turn. `words`: its effect, () before it. `refusal`: why it was none, or ""."""

    table: PracticeTable
    words: tuple[str, ...] = ()
    passed: bool = False
    refusal: str = ""


def first_turn() -> FirstTurn:
    """The position before the reader's turn."""
    return FirstTurn(_table(_state(), ()))


def first_turn_tried(answer: Answer) -> FirstTurn:
    state = _state()
    if answer == NOTHING:
        return first_turn()
    if not answer.passes and not answer.cards:
        return replace(first_turn(), refusal=choose_cards())
    try:
        turn = complete_turn(state, PASS if answer.passes else answered_turn(answer))
    except IllegalTurn as refusal:
        words = refusal_words(refusal.reason, answer.cards, state)
        return replace(first_turn(), refusal=" ".join(words))
    return FirstTurn(_table(apply(state, turn), (turn,)), _words(state, turn), passed=turn.is_pass)


def _words(state: HandState, turn: Turn) -> tuple[str, ...]:
    if turn.is_pass:
        return (gettext("You can pass, but some of your cards beat this set."),)
    return played_words(state, turn)


def _state() -> HandState:
    return start_hand(map(parse_cards, HANDS), ME, parse_cards(TABLE), OWNER)


def _table(state: HandState, turns: Sequence[Turn]) -> PracticeTable:
    """The table; `turns` has the reader's turn, once taken."""
    view = observe(state, ME, points=POINTS, target=OPTIONS.target)
    sitting = _players()
    seats = tuple(replace(seat_view(view, player), passed=player.seat == PASSED) for player in sitting)
    legal = () if turns else legal_turns(state)
    took = next((str(turn.pickup) for turn in turns if turn.pickup is not None), "")
    return PracticeTable(
        version=len(turns),
        hand=1,
        round=view.round,
        rules=Target(OPTIONS.target),
        me=seats[ME],
        around=seats[1:],
        running=True,
        over=False,
        shared=False,
        to_act=sitting[view.to_act],
        table=set_view(view.table, view.table_seat, sitting),
        beaten=set_view(view.beaten, view.beaten_seat, sitting),
        picked_up=str(view.picked_up or ""),
        choices=Choices(
            cards=tuple(HandCard(str(card), str(card) == took) for card in sorted(view.cards)),
            plays=tuple(dict.fromkeys(cards_text(turn.cards) for turn in legal if not turn.is_pass)),
            pickups=tuple(map(str, view.table)),
            picks=(),
        ),
        out=None,
        rows=(),
        rounds=(),
        news=(),
        acted=ME if turns else None,
        leads_next=None,
    )


def _players() -> tuple[Player, ...]:
    me = Player(pk=0, name=gettext("You"), handle="", seat=ME, is_me=True, is_bot=False)
    others = (Player(-seat, name, "", seat, is_me=False, is_bot=False) for seat, name in enumerate(NAMES, start=1))
    return (me, *others)
