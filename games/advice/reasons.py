"""Reasons why a turn is good, in words, from facts of the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext

from games.engine import COLOURS, Card, Turn, View, canonical, full_deck, is_set, set_value
from games.engine.cards import cards_mask
from games.engine.plays import plays
from games.web.card_words import short_card, spoken_cards

# Up to this number a card alone beats little.
_LOW: Final = 3
# From this number on a card alone is hard to beat.
_HIGH: Final = 8


def reason_words(view: View, legal: Sequence[Turn], turn: Turn) -> str:
    """The turn and the strongest reason for it. `legal`: the turns of the seat to act, which sees `view`."""
    if turn.is_pass:
        return _pass_words(view, legal)
    value = set_value(turn.cards)
    if len(turn.cards) == len(view.cards):
        return gettext("Play {value}: you go out.").format(value=value)
    kept = [card for card in view.cards if card not in turn.cards]
    left = kept if turn.pickup is None else [*kept, turn.pickup]
    if len(left) > 1 and is_set(left):
        return gettext("Play {value}: all your other cards then make one set.").format(value=value)
    needed = _cards_to_beat(view, turn)
    if needed is None:
        return gettext("Play {value}: nobody can beat it.").format(value=value)
    if not view.table:
        return _lead_words(view.cards, turn.cards[0], needed)
    return _beat_words(view, legal, turn, kept, needed)


def _cards_to_beat(view: View, turn: Turn) -> int | None:
    """The fewest cards that others may hold and beat it with; None if they cannot."""
    laid = cards_mask(turn.cards)
    elsewhere = cards_mask(full_deck(view.colours, goat=view.goat))
    elsewhere &= ~cards_mask((*view.cards, *view.table, *view.discarded))
    most = max(size for seat, size in enumerate(view.sizes) if seat != view.seat)
    return min((count for play in plays(elsewhere, laid) if (count := play.bit_count()) <= most), default=None)


def _lead_words(held: Sequence[Card], card: Card, needed: int) -> str:
    value, together = set_value([card]), _untouched_set(held, [card])
    if not any(_fit(card, other) for other in held if other != card):
        return gettext("Lead with {value}: it fits none of your other cards.").format(value=value)
    if card.number <= _LOW:
        return gettext("Lead with {value}: a low card is hard to play later.").format(value=value)
    if together:
        words = gettext("Lead with {value}: that keeps {cards} together.")
        return words.format(value=value, cards=_spoken(together))
    if needed > 1:
        return gettext("Lead with {value}: it takes {count} cards to beat it.").format(value=value, count=needed)
    if card.number == max(_HIGH, *(other.number for other in held)):
        return gettext("Lead with {value}: your highest card is hard to beat.").format(value=value)
    return gettext("Lead with {value}: it leaves you the best cards.").format(value=value)


def _beat_words(view: View, legal: Sequence[Turn], turn: Turn, kept: Sequence[Card], needed: int) -> str:
    facts = {"value": set_value(turn.cards), "table": set_value(view.table)}
    joined = _joined(turn.pickup, kept)
    if joined and turn.pickup is not None:
        words = gettext("Play {value}: it beats {table}, and {card} goes with {cards}.")
        return words.format(**facts, card=short_card(turn.pickup), cards=_spoken(joined))
    together = _untouched_set(view.cards, turn.cards)
    if together:
        words = gettext("Play {value}: it beats {table} and keeps {cards} together.")
        return words.format(**facts, cards=_spoken(together))
    if needed > len(turn.cards):
        return gettext("Play {value}: it takes {count} cards to beat it.").format(**facts, count=needed)
    if facts["value"] == min(set_value(play.cards) for play in legal if not play.is_pass):
        return gettext("Play {value}: nothing lower of yours beats {table}.").format(**facts)
    return gettext("Play {value}: it beats {table}.").format(**facts)


def _pass_words(view: View, legal: Sequence[Turn]) -> str:
    table, laid = set_value(view.table), [turn.cards for turn in legal if not turn.is_pass]
    if not laid:
        return gettext("Pass: nothing you hold beats {table}.").format(table=table)
    together = _untouched_set(view.cards, ())
    if together and all(set(play) & set(together) and set(play) != set(together) for play in laid):
        return gettext("Pass: beating {table} breaks up {cards}.").format(table=table, cards=_spoken(together))
    largest = max(map(set_value, laid))
    return gettext("Pass: save {value} for later.").format(value=largest)


def _joined(pickup: Card | None, kept: Iterable[Card]) -> Sequence[Card]:
    """The largest group of the remaining cards that makes a set with the card picked up."""
    if pickup is None:
        return ()
    fitting = [card for card in kept if _fit(card, pickup)]
    return max((group for group in _groups(fitting) if is_set([*group, pickup])), key=len, default=())


def _untouched_set(held: Sequence[Card], played: Sequence[Card]) -> Sequence[Card]:
    """The most cards held of one colour or number, two or more, none of which is played; of several such sets the
    highest.
    """
    groups = [group for group in _groups(held) if len(group) > 1 and not set(group) & set(played)]
    return max(groups, key=lambda group: (len(group), set_value(group)), default=())


def _groups(cards: Iterable[Card]) -> list[list[Card]]:
    """The cards by colour and by number; the goat is left out."""
    plain = [card for card in cards if card.number]
    by_colour = [[card for card in plain if card.colour == colour] for colour in COLOURS]
    by_number = [[card for card in plain if card.number == number] for number in range(1, 10)]
    return [group for group in (*by_colour, *by_number) if group]


def _fit(one: Card, other: Card) -> bool:
    return is_set([one, other])


def _spoken(cards: Iterable[Card]) -> str:
    return spoken_cards(canonical(cards))
