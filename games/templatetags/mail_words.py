"""The lines of mails: what happened in a game, in the words of the table's log, and how each seat stands."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext, ngettext, pgettext

from games.engine import value_of
from games.models import Move
from games.selectors.mail_lines import Happening, SeatLine
from games.templatetags.card_words import short_card, spoken_cards
from games.templatetags.log_words import BY, DID, I_DID, TIME_RAN_OUT
from games.templatetags.sentences import labelled, listed

register = template.Library()


@register.filter
def happening_words(line: Happening) -> str:
    """A line that is no act of a moderator's: "Bjarke played 54 (red 5 and 4), took green 3"."""
    return _hand_words(line) if line.kind == "hand" else _turn_words(line)


def _turn_words(line: Happening) -> str:
    assert line.seat is not None
    did = TIME_RAN_OUT if line.by == Move.By.TIMEOUT else I_DID if line.seat.is_reader else DID
    name = _name(line)
    said = str(did[line.kind]).format(name=name, value=value_of(line.cards) if line.cards else "")
    if line.cards:
        said = f"{said} ({spoken_cards(line.cards)})"
    if line.took:
        said = gettext("{line}, took {card}").format(line=said, card=short_card(line.took))
    return f"{said} ({BY[line.by]})" if line.by in BY else said


def _name(line: Happening) -> str:
    assert line.seat is not None
    if not line.seat.is_reader:
        return line.seat.name
    return gettext("You") if line.by == Move.By.TIMEOUT else pgettext("who does something", "You")


def _hand_words(line: Happening) -> str:
    if not line.points:
        return gettext("Hand {number} was not finished").format(number=line.hand)
    points = listed(f"{seat.name} {points}" for seat, points in line.points)
    return gettext("Hand {number} is over: {points}").format(number=line.hand, points=points)


@register.filter
def mail_name(seat: SeatLine) -> str:
    """Who has a seat: "bob (you)", "Fenrir (bot)"."""
    aside = gettext("(you)") if seat.is_reader else gettext("(bot)") if seat.is_bot else ""
    return f"{seat.name} {aside}" if aside else seat.name


@register.filter
def seat_words(seat: SeatLine) -> str:
    """A seat in a running game: "bob (you): 7 cards, 4 points, passed"."""
    facts = [ngettext("{count} card", "{count} cards", seat.cards or 0).format(count=seat.cards), _points(seat)]
    if seat.passed:
        facts.append(gettext("passed"))
    if seat.kept and not seat.is_bot:
        facts.append(gettext("played by a caretaker"))
    if seat.resigned:
        facts.append(gettext("resigned"))
    if seat.acts and not seat.is_reader:
        facts.append(gettext("to play"))
    return labelled(mail_name(seat), listed(facts))


@register.filter
def result_line(seat: SeatLine) -> str:
    """A seat when the game is over: "bob (you): 4 points, won"."""
    facts = [_points(seat)]
    if seat.kept and not seat.is_bot:
        facts.append(gettext("played by a caretaker"))
    if seat.won:
        facts.append(pgettext("the game", "won"))
    elif seat.resigned:
        facts.append(gettext("resigned"))
    name = f"{seat.name} {gettext('(you)')}" if seat.is_reader else seat.name
    return labelled(name, listed(facts))


def _points(seat: SeatLine) -> str:
    return ngettext("{points} point", "{points} points", seat.points).format(points=seat.points)
