"""The words of the text-only table: what lies there, what may be done about it, where the deck's cards are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext, ngettext, pgettext

from games.engine import cards_text, parse_cards, value_of
from games.selectors.table import Entry, TableView
from games.selectors.table.choices import OUT
from games.selectors.table.known import SeenCard
from games.templatetags.card_words import short_card, spoken_cards
from games.templatetags.log_words import said
from games.templatetags.odin import colour_name
from games.templatetags.table_words import owner_words

register = template.Library()

# So many plays are listed at once; the smaller ones unfold.
FIRST = 8


@dataclass(frozen=True)
class Option:
    """A play to choose from: `value` as the form sends it, `words` as it is read out, `key` its cards: what is chosen
    stays chosen on a page that comes anew, and must not become another play."""

    value: str
    words: str
    key: str


@register.filter
def laid_words(table: TableView) -> str:
    """What lies on the table: "Bjarke’s set of 54 lies on the table: red 5 and 4."; nothing at a lead."""
    if table.table is None:
        return gettext("Nothing lies on the table.")
    words = gettext("{whose}: {value}, with {cards}.")
    laid = table.table
    return words.format(whose=owner_words(laid), value=laid.value, cards=spoken_cards(laid.cards))


@register.filter
def first_plays(table: TableView) -> list[Option]:
    """The plays to show at once; where hints are given those with the most cards, of as many the smallest first."""
    return _options(table)[:FIRST]


@register.filter
def more_plays(table: TableView) -> list[Option]:
    """The other plays."""
    return _options(table)[FIRST:]


def _options(table: TableView) -> list[Option]:
    """All plays. Where no hints are given they stand in the order of the cards in hand, which advises nothing."""
    if table.choices is None:
        return []
    held = [card.code for card in table.choices.cards]
    plays = [parse_cards(play) for play in table.choices.plays]
    if table.may_hint:
        plays.sort(key=lambda cards: (-len(cards), value_of(cards)))
    else:
        plays.sort(key=lambda cards: sorted(held.index(str(card)) for card in cards))
    return [_option([str(card) for card in cards], len(held)) for cards in plays]


def _option(codes: Sequence[str], held: int) -> Option:
    cards = parse_cards("".join(codes))
    facts = {"value": value_of(cards), "cards": spoken_cards(codes)}
    play = cards_text(cards)
    if len(codes) == held:
        return Option(f"{play}{OUT}", gettext("{value} with {cards}, and you are out").format(**facts), play)
    words = facts["cards"] if len(codes) == 1 else gettext("{value} with {cards}").format(**facts)
    return Option(play, str(words), play)


@register.filter
def holds(count: int) -> str:
    """How many cards a seat has: "7 cards"."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


@register.filter
def spoken(entry: Entry) -> str:
    """A line of the log with its cards in words: "Bjarke played 54 and took green 3. Cards: red 5 and 4."."""
    if len(entry.cards) == 0:
        return said(entry)
    return gettext("{sentence} Cards: {cards}.").format(sentence=said(entry), cards=spoken_cards(entry.cards))


@register.filter
def places_of(cards: Sequence[SeenCard]) -> list[str]:
    """Where the cards of one colour are, a sentence for each place: "Out of play: 9, 7."."""
    lines = [
        (pgettext("cards of one colour", "Out of play: {numbers}."), "gone"),
        (pgettext("cards of one colour", "On the table: {numbers}."), "table"),
        (pgettext("cards of one colour", "Yours: {numbers}."), "mine"),
        (pgettext("cards of one colour", "Not seen: {numbers}."), "unseen"),
    ]
    found = [words.format(numbers=_numbers(card for card in cards if card.where == where)) for words, where in lines]
    held = [
        gettext("{name} holds {card}.").format(name=card.holder.name, card=short_card(card.code))
        for card in cards
        if card.holder is not None
    ]
    shown = [words for words, (_words, where) in zip(found, lines, strict=True) if any(c.where == where for c in cards)]
    return shown + held


def _numbers(cards: Iterable[SeenCard]) -> str:
    return gettext(", ").join(card.code[1] for card in cards)


@register.filter
def colour_title(letter: str) -> str:
    """A colour as a heading: "Red"."""
    name = colour_name(letter)
    return name[:1].upper() + name[1:]
