"""Words for the lines of mails: events, as in the table's log, and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from games.engine import set_value
from games.models import Game, Intervention, Move
from games.notices.mail.lines import RecentEvent, SeatLine
from games.play.clock.words import clock_words
from games.table.log_words import BY, DID, I_DID, TIME_RAN_OUT
from games.web.card_words import short_card, spoken_cards
from games.web.sentences import labelled, listed

register = template.Library()


ACT_LINES: Mapping[str, Promise] = {
    Intervention.Kind.PAUSE: gettext_lazy("A moderator paused the game"),
    Intervention.Kind.RESUME: gettext_lazy("A moderator let the game go on"),
    Intervention.Kind.EXTEND: gettext_lazy("A moderator gave %(name)s more time"),
    Intervention.Kind.BOT: gettext_lazy("A moderator had a bot play for %(name)s"),
    Intervention.Kind.REPLACE: gettext_lazy("A moderator gave a seat to another player: %(name)s"),
    Intervention.Kind.TAKE_BACK: gettext_lazy("A moderator took turns back"),
    Intervention.Kind.CANCEL: gettext_lazy("A moderator cancelled the game"),
    Intervention.Kind.LOCK_CHAT: gettext_lazy("A moderator locked the chat"),
    Intervention.Kind.UNLOCK_CHAT: gettext_lazy("A moderator opened the chat again"),
    Intervention.Kind.UNRATE: gettext_lazy("A moderator took the game out of the ratings"),
    Intervention.Kind.RATE: gettext_lazy("A moderator let the game count for the ratings"),
}
"""By Intervention.Kind; `name`: the seat's player. A pass appears as the seat's turn."""

ACT_LINES_TO_READER: Mapping[str, Promise] = {
    Intervention.Kind.EXTEND: gettext_lazy("A moderator gave you more time"),
    Intervention.Kind.BOT: gettext_lazy("A moderator had a bot play for you"),
    Intervention.Kind.REPLACE: gettext_lazy("A moderator gave a seat to another player: you"),
}
"""The same for the reader's own seat."""


@register.filter
def event_words(event: RecentEvent) -> str:
    """Like "Bjarke played 54 (red 5 and 4), took green 3", with a moderator's reason."""
    words = _event_words(event)
    if not event.reason:
        return words
    return f"{words}. {gettext('The reason: %(reason)s') % {'reason': event.reason}}"


def _event_words(event: RecentEvent) -> str:
    match event.kind:
        case "act":
            return _act_words(event)
        case "hand":
            return _hand_words(event)
        case _:
            return _turn_words(event)


def _act_words(event: RecentEvent) -> str:
    if event.seat is not None and event.seat.is_reader and event.act in ACT_LINES_TO_READER:
        return str(ACT_LINES_TO_READER[event.act])
    return str(ACT_LINES[event.act]) % {"name": event.seat.name if event.seat is not None else ""}


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
    """Like "bob (you)" or "Fenrir (bot)"."""
    aside = gettext("(you)") if seat.is_reader else gettext("(bot)") if seat.is_bot else ""
    return f"{seat.name} {aside}" if aside else seat.name


@register.filter
def seat_words(seat: SeatLine) -> str:
    """Like "bob (you): 7 cards, 4 points, passed"."""
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
    """Like "bob (you): 4 points, won"."""
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


@register.filter
def option_words(game: Game) -> str:
    """Like "4 seats, to 15 points, with the goat, 1 day a turn"."""
    words = [ngettext("%(seats)s seat", "%(seats)s seats", game.seats_count) % {"seats": game.seats_count}]
    words.append(gettext("to %(target)s points") % {"target": game.target} if game.target else gettext("a single hand"))
    if game.goat:
        words.append(gettext("with the goat"))
    if game.two_player_deck:
        words.append(gettext("two colours leave the deck"))
    if game.next_leader == Game.NextLeader.LAST:
        words.append(gettext("the seat that acted last leads the next hand"))
    return ", ".join([*words, clock_words(game)])


@register.simple_tag
def timeout_words(game: Game, mine: SeatLine | None) -> str:
    if mine is not None and mine.kept:
        return gettext(
            "A caretaker bot plays your seat now, so that the others need not wait. You may take it back at any "
            "moment, at the table."
        )
    if game.timeout_action == Game.TimeoutAction.PASS:
        return gettext(
            "The site passed for you; at a lead it laid your lowest card. After three times in a row a caretaker bot "
            "holds the seat, until you are back."
        )
    return gettext(
        "A caretaker bot took the turn for you. After three times in a row it holds the seat, until you are back."
    )


@register.simple_tag
def ending_words(game: Game, mine: SeatLine | None, winners: Sequence[SeatLine]) -> str:
    """Like "The winners: alice (you), bob. A caretaker bot played your seat to the end."."""
    kept = mine is not None and mine.kept
    won_alone = mine is not None and mine.won and len(winners) == 1
    words = [_winner_words(winners, won_alone=won_alone, kept=kept)]
    if kept and not won_alone:
        words.append(gettext("A caretaker bot played your seat to the end."))
    if game.ending == Game.Ending.RESIGNED:
        words.append(gettext("The others resigned."))
    return " ".join(words)


def _winner_words(winners: Sequence[SeatLine], *, won_alone: bool, kept: bool) -> str:
    if won_alone and kept:
        return gettext("Your seat has won: a caretaker bot played it to the end for you.")
    if won_alone:
        return gettext("You have won.")
    if not winners:
        return ""
    names = ", ".join(f"{seat.name} {gettext('(you)')}" if seat.is_reader else seat.name for seat in winners)
    return f"{ngettext('The winner:', 'The winners:', len(winners))} {names}."
