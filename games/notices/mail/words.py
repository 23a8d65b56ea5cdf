"""Words for the lines of emails: events, as in the table's log, and seats."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from games.engine import set_value
from games.lobby.words import options_words
from games.models import Game, Move
from games.notices.mail.lines import RecentEvent, SeatLine
from games.notices.subjects import winner_words, wish_words
from games.play.clock.words import clock_words
from games.table.log_words import ACTS, BY, DID, I_DID, TIME_RAN_OUT, reason_words
from games.web.card_art import colour_name
from games.web.card_words import card_count, short_card, spoken_cards
from games.web.score_words import with_points
from games.web.sentences import labelled, listed

register = template.Library()


@register.filter
def event_words(event: RecentEvent) -> str:
    """Words like "Bjarke played 54 (red 5 and 4), took green 3", with a moderator's reason."""
    words = _event_words(event)
    if not event.reason:
        return words
    return f"{words}. {reason_words(event.reason)}"


def _event_words(event: RecentEvent) -> str:
    match event.kind:
        case "act":
            return _act_words(event)
        case "hand":
            return _hand_words(event)
        case _:
            return _turn_words(event)


def _act_words(event: RecentEvent) -> str:
    words = str(ACTS[event.act])
    if event.seat is None:
        return words
    return labelled(words, gettext("You") if event.seat.is_reader else event.seat.name)


def _turn_words(event: RecentEvent) -> str:
    assert event.seat is not None
    did = TIME_RAN_OUT if event.by == Move.By.TIMEOUT else I_DID if event.seat.is_reader else DID
    name = _name(event)
    said = str(did[event.kind]).format(name=name, value=set_value(event.cards) if event.cards else "")
    if event.cards:
        said = f"{said} ({spoken_cards(event.cards)})"
    if event.took:
        said = gettext("{line}, picked up {card}").format(line=said, card=short_card(event.took))
    return f"{said} ({BY[event.by]})" if event.by in BY else said


def _name(event: RecentEvent) -> str:
    assert event.seat is not None
    if not event.seat.is_reader:
        return event.seat.name
    return gettext("You") if event.by == Move.By.TIMEOUT else pgettext("who does something", "You")


def _hand_words(event: RecentEvent) -> str:
    if not event.points:
        return gettext("Hand {number} was not finished").format(number=event.hand)
    points = listed(f"{seat.name} {points}" for seat, points in event.points)
    return gettext("Hand {number} is over: {points}").format(number=event.hand, points=points)


@register.filter
def mail_name(seat: SeatLine) -> str:
    """Words like "bob (you)" or "Jarl (bot)"."""
    aside = gettext("(you)") if seat.is_reader else gettext("(bot)") if seat.is_bot else ""
    return f"{seat.name} {aside}" if aside else seat.name


@register.filter
def seat_words(seat: SeatLine) -> str:
    """Words like "bob (you): 7 cards, 4 points, passed"."""
    facts = [cards_words(seat), points_words(seat)]
    if seat.passed:
        facts.append(gettext("passed"))
    if seat.kept and not seat.is_bot:
        facts.append(gettext("stand-in bot"))
    if seat.resigned:
        facts.append(gettext("resigned"))
    if seat.acts and not seat.is_reader:
        facts.append(gettext("to play"))
    return labelled(mail_name(seat), listed(facts))


@register.filter
def result_line(seat: SeatLine) -> str:
    """Words like "bob (you): 4 points, won"."""
    facts = [points_words(seat)]
    if seat.kept and not seat.is_bot:
        facts.append(gettext("stand-in bot"))
    if seat.won:
        facts.append(pgettext("the game", "won"))
    elif seat.resigned:
        facts.append(gettext("resigned"))
    return labelled(_player_name(seat), listed(facts))


@register.filter
def cards_words(seat: SeatLine) -> str:
    return card_count(seat.cards or 0)


@register.filter
def points_words(seat: SeatLine) -> str:
    return with_points(seat.points, None)


@register.filter
def names(seats: Sequence[SeatLine]) -> str:
    return listed(seat.name for seat in seats)


@register.filter
def colours(removed: Sequence[str]) -> str:
    return listed(colour_name(colour) for colour in removed)


@register.simple_tag
def wished(game: Game, wishers: Sequence[SeatLine]) -> str:
    """A sentence like "Ylva and Bjarke want to pause Boathouse."."""
    return wish_words(game.title, [seat.name for seat in wishers], paused=game.status == Game.Status.PAUSED)


@register.filter
def option_words(game: Game) -> str:
    """Words like "4 players, to 15 points, with the goat, 1 day a turn"."""
    return listed([options_words(game), clock_words(game)])


@register.simple_tag
def timeout_words(game: Game, mine: SeatLine | None) -> str:
    if mine is not None and mine.kept:
        return gettext("A stand-in bot now plays your seat. Take it back any time.")
    if game.timeout_action == Game.TimeoutAction.PASS:
        words = gettext("We passed for you, or led your lowest card.")
    else:
        words = gettext("A stand-in bot took your turn.")
    return " ".join([words, gettext("After three timeouts in a row a stand-in bot plays on until you’re back.")])


@register.simple_tag
def ending_words(game: Game, mine: SeatLine | None, winners: Sequence[SeatLine]) -> str:
    """Sentences like "Winners: alice (you), bob. A stand-in bot played your seat to the end."."""
    kept = mine is not None and mine.kept
    won_alone = mine is not None and mine.won and len(winners) == 1
    words = [_winner_words(winners, won_alone=won_alone, kept=kept)]
    if kept and not won_alone:
        words.append(gettext("A stand-in bot played your seat to the end."))
    if game.ending == Game.Ending.RESIGNED:
        words.append(capfirst(gettext("the others resigned")) + ".")
    return " ".join(words)


def _winner_words(winners: Sequence[SeatLine], *, won_alone: bool, kept: bool) -> str:
    if won_alone and kept:
        return gettext("A stand-in bot won the game for you.")
    if won_alone:
        return gettext("You won!")
    if not winners:
        return ""
    return winner_words([_player_name(seat) for seat in winners])


def _player_name(seat: SeatLine) -> str:
    return " ".join([seat.name, gettext("(you)")]) if seat.is_reader else seat.name
