"""Words of the text table: the table, the choices, the deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.engine import cards_text, parse_cards, set_value
from games.table import Entry, TableView
from games.table.choices import OUT, largest_first
from games.table.clock_words import away_words
from games.table.log_words import entry_text
from games.table.seen_cards import SeenCard
from games.table.view_model import ResultRow, SeatView, Standing
from games.table.words import SEEN, owner_words, player_label, to_go
from games.web.card_art import colour_name
from games.web.card_words import card_count, short_card, spoken_cards
from games.web.counting import counts_down, shown_points
from games.web.score_words import change, with_points
from games.web.sentences import in_sentences, labelled, listed

register = template.Library()

# Plays listed at first; the smaller ones unfold.
FIRST = 8


@dataclass(frozen=True)
class Option:
    """A play to choose. `value` is posted, `words` are read out; `key` (its cards) keeps it selected when the page
    updates.
    """

    value: str
    words: str
    key: str


@register.filter
def laid_words(table: TableView) -> str:
    if table.table is None:
        return gettext("The table is empty.")
    laid = table.table
    return f"{labelled(owner_words(laid), f'{laid.value} ({spoken_cards(laid.cards)})')}."


@register.filter
def first_plays(table: TableView) -> list[Option]:
    """The viewer's plays, largest first, if hints are allowed."""
    return _options(table)[:FIRST]


@register.filter
def more_plays(table: TableView) -> list[Option]:
    return _options(table)[FIRST:]


def _options(table: TableView) -> list[Option]:
    """The viewer's plays. Without hints they come in the order of the cards in hand, which gives no advice."""
    if table.choices is None:
        return []
    held = [card.code for card in table.choices.cards]
    plays = largest_first(table.choices.plays)
    if not table.may_hint:
        plays.sort(key=lambda play: sorted(held.index(str(card)) for card in parse_cards(play)))
    return [_option([str(card) for card in parse_cards(play)], len(held)) for play in plays]


def _option(codes: Sequence[str], held: int) -> Option:
    cards = parse_cards("".join(codes))
    play, spoken = cards_text(cards), spoken_cards(codes)
    if len(codes) == held:
        words = gettext("{value} with {cards}, and you go out").format(value=set_value(cards), cards=spoken)
        return Option(f"{play}{OUT}", words, play)
    return Option(play, spoken if len(codes) == 1 else labelled(str(set_value(cards)), spoken), play)


@register.filter
def points_text(points: int, target: int | None) -> str:
    if target is None:
        return with_points(points, target)
    words = (
        gettext("{points} of {target} points left") if counts_down(target) else gettext("{points} of {target} points")
    )
    return words.format(points=shown_points(points, target), target=target)


@register.filter
def seat_line(table: TableView, seat: SeatView) -> SafeString:
    player, name = seat.player, seat.player.name
    if player.handle:
        name = format_html('<a href="{}">{}</a>', reverse("games:profile", args=[player.handle]), name)
    if player.is_guest:
        name = format_html(gettext("{name} (guest)"), name=name)
    if player.is_outside_bot:
        name = format_html(gettext("{name} (bot)"), name=name)
    facts = in_sentences([*_held(table, seat), *_state(table, seat)])
    return format_html(gettext("{name}: {facts}"), name=format_html("<b>{}</b>", name), facts=facts)


def _held(table: TableView, seat: SeatView) -> list[str]:
    """Words about the seat's cards and points. At the end they leave out the points, which the standings have."""
    if table.ending:
        return [card_count(seat.cards)]
    target = table.rules.target
    points = points_text(seat.points, target)
    if target and not counts_down(target):
        points = listed([points, to_go(seat.points, target)])
    return [card_count(seat.cards), points]


def _state(table: TableView, seat: SeatView) -> Iterator[str]:
    if seat.to_act:
        yield capfirst(gettext("to play")) if table.table else gettext("To lead")
    if seat.last_card and table.running:
        yield gettext("Last card")
    if seat.passed and not seat.to_act:
        yield capfirst(gettext("passed"))
    elif seat.owns and not seat.to_act:
        yield gettext("Set to beat")
    if seat.resigned:
        yield capfirst(gettext("resigned"))
    elif seat.caretaker:
        yield capfirst(gettext("stand-in bot"))
    elif seat.away_until:
        yield capfirst(away_words(seat.away_until))
    if seat.known and table.running:
        yield " ".join((gettext("Known cards:"), spoken_cards(seat.known)))


@register.filter
def left_line(row: ResultRow, target: int | None) -> str:
    left = spoken_cards(row.left) if row.left else gettext("out")
    return labelled(
        player_label(row.player), in_sentences([left, change(row.scored, target), points_text(row.total, target)])
    )


@register.filter
def standing_line(row: Standing, target: int | None) -> str:
    how = gettext("resigned") if not row.place else gettext("stand-in bot") if row.left_to_bot else ""
    facts = [points_text(row.points, target), *([how] if how else [])]
    return labelled(player_label(row.player), in_sentences(facts))


@register.filter
def full_entry_text(entry: Entry) -> str:
    if len(entry.cards) == 0:
        return entry_text(entry)
    cards = labelled(gettext("Cards"), spoken_cards(entry.cards))
    return f"{entry_text(entry)} {cards}."


@register.filter
def card_places(cards: Sequence[SeenCard]) -> list[str]:
    places = [where for where in ("gone", "table", "mine", "unseen") if any(card.where == where for card in cards)]
    shown = [
        f"{labelled(capfirst(str(SEEN[where])), _numbers(card for card in cards if card.where == where))}."
        for where in places
    ]
    held = [f"{labelled(card.holder.name, short_card(card.code))}." for card in cards if card.holder is not None]
    return shown + held


def _numbers(cards: Iterable[SeenCard]) -> str:
    return listed(card.code[1] for card in cards)


@register.filter
def colour_title(letter: str) -> str:
    name = colour_name(letter)
    return name[:1].upper() + name[1:]
