"""One recommended turn of the practice game, and why, from facts of the position."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext

from games.bots import strongest_estimator
from games.engine import COLOURS, Card, HandState, Turn, apply, canonical, is_set, legal_turns, observe, set_value
from games.learning.practice import ME, OPTIONS, Practice
from games.web.card_words import short_card, spoken_cards

# About a tenth of a second, the first time that it is asked for a position.
_BUDGET_MS: Final = 100
# Up to this number a card alone beats little.
_LOW: Final = 3


@dataclass(frozen=True)
class Advice:
    """`play` and `pickup` are empty for a pass."""

    play: tuple[str, ...]
    pickup: str
    words: str


def advice_for(practice: Practice) -> Advice | None:
    """What the strongest bot would do; None unless it is the reader's turn. The same for the same position."""
    if practice.state.over or practice.state.to_act != ME:
        return None
    turn = _best_turn(practice)
    return Advice(tuple(map(str, turn.cards)), str(turn.pickup or ""), advice_words(practice.state, turn))


@lru_cache(256)
def _best_turn(practice: Practice) -> Turn:
    legal = legal_turns(practice.state)
    if len(legal) == 1:
        return legal[0]
    view = observe(practice.state, ME, points=practice.points, target=OPTIONS.target)
    chance = random.Random(f"{practice.deck} {practice.turns}")
    return strongest_estimator()[1](view, legal, _BUDGET_MS, chance)[0].turn


def advice_words(state: HandState, turn: Turn) -> str:
    """The turn and the strongest reason for it."""
    if turn.is_pass:
        return _pass_words(state)
    value = set_value(turn.cards)
    if apply(state, turn).over:
        return gettext("Play {value}: you go out.").format(value=value)
    kept = [card for card in state.hands[ME] if card not in turn.cards]
    left = kept if turn.pickup is None else [*kept, turn.pickup]
    if len(left) > 1 and is_set(left):
        return gettext("Play {value}: all your other cards then make one set.").format(value=value)
    if not state.table:
        return _lead_words(state.hands[ME], turn.cards[0])
    return _beat_words(state, turn, kept)


def _lead_words(held: Sequence[Card], card: Card) -> str:
    value, together = set_value([card]), _untouched_set(held, [card])
    if not any(_fit(card, other) for other in held if other != card):
        return gettext("Lead with {value}: it fits none of your other cards.").format(value=value)
    if card.number <= _LOW:
        return gettext("Lead with {value}: a low card is hard to play later.").format(value=value)
    if together:
        words = gettext("Lead with {value}: that keeps {cards} together.")
        return words.format(value=value, cards=_spoken(together))
    if card.number == max(other.number for other in held):
        return gettext("Lead with {value}: your highest card is hard to beat.").format(value=value)
    return gettext("Lead with {value}: it leaves you the best cards.").format(value=value)


def _beat_words(state: HandState, turn: Turn, kept: Sequence[Card]) -> str:
    facts = {"value": set_value(turn.cards), "table": set_value(state.table)}
    joined = _joined(turn.pickup, kept)
    if joined and turn.pickup is not None:
        words = gettext("Play {value}: it beats {table}, and {card} goes with {cards}.")
        return words.format(**facts, card=short_card(turn.pickup), cards=_spoken(joined))
    together = _untouched_set(state.hands[ME], turn.cards)
    if together:
        words = gettext("Play {value}: it beats {table} and keeps {cards} together.")
        return words.format(**facts, cards=_spoken(together))
    if facts["value"] == min(set_value(play.cards) for play in legal_turns(state) if not play.is_pass):
        return gettext("Play {value}: nothing lower of yours beats {table}.").format(**facts)
    return gettext("Play {value}: it beats {table}.").format(**facts)


def _pass_words(state: HandState) -> str:
    table = set_value(state.table)
    plays = [turn.cards for turn in legal_turns(state) if not turn.is_pass]
    if not plays:
        return gettext("Pass: nothing you hold beats {table}.").format(table=table)
    together = _untouched_set(state.hands[ME], ())
    if together and all(set(play) & set(together) and set(play) != set(together) for play in plays):
        return gettext("Pass: beating {table} breaks up {cards}.").format(table=table, cards=_spoken(together))
    largest = max(map(set_value, plays))
    return gettext("Pass: save {value} for later.").format(value=largest)


def _joined(pickup: Card | None, kept: Iterable[Card]) -> Sequence[Card]:
    """The most of the cards kept that make a set with the card picked up."""
    if pickup is None:
        return ()
    fitting = [card for card in kept if _fit(card, pickup)]
    return max((group for group in _groups(fitting) if is_set([*group, pickup])), key=len, default=())


def _untouched_set(held: Sequence[Card], played: Sequence[Card]) -> Sequence[Card]:
    """The most cards held of one colour or number, two or more, of which none is played; of these the highest."""
    groups = [group for group in _groups(held) if len(group) > 1 and not set(group) & set(played)]
    return max(groups, key=lambda group: (len(group), set_value(group)), default=())


def _groups(cards: Iterable[Card]) -> list[list[Card]]:
    """By colour and by number; the goat is left out."""
    plain = [card for card in cards if card.number]
    by_colour = [[card for card in plain if card.colour == colour] for colour in COLOURS]
    by_number = [[card for card in plain if card.number == number] for number in range(1, 10)]
    return [group for group in (*by_colour, *by_number) if group]


def _fit(one: Card, other: Card) -> bool:
    return is_set([one, other])


def _spoken(cards: Iterable[Card]) -> str:
    return spoken_cards(canonical(cards))
