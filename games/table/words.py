"""Words of a game's page: turns, what may be played, how it ended."""

from __future__ import annotations

from collections.abc import Sized
from datetime import datetime
from typing import Final, Protocol

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.ratings.selectors import GameRating
from games.table import GameEnd, HandResult, LogStep, Player, SetView, TableView
from games.table.seen_cards import SeenCard
from games.web.card_art import colour_name
from games.web.card_words import short_card
from games.web.counting import counts_down, shown_points
from games.web.dates import spoken_time
from games.web.score_words import with_points
from games.web.sentences import in_a_row, listed

register = template.Library()

Words = str | Promise

SEEN: Final[dict[str, Words]] = {
    "mine": _("yours"),
    "table": _("on the table"),
    "gone": _("discarded"),
    "unseen": _("not seen"),
}
# Longer lists of names are replaced by a count.
NAMED: Final = 3
_POINTS: Final = '<span title="{}"><b>{}</b> <span class="unit">{}</span></span>'


class PlayedSet(Protocol):
    """A set on a page or in an email."""

    @property
    def cards(self) -> Sized: ...

    @property
    def value(self) -> int: ...


@register.filter
def player_label(player: Player) -> str:
    return gettext("You") if player.is_me else player.name


def subject_name(player: Player) -> str:
    """The player's name as the subject of a sentence; labels use `player_label`."""
    return pgettext("who does something", "You") if player.is_me else player.name


def among_others(player: Player) -> str:
    return pgettext("one of several who do something", "you") if player.is_me else player.name


@register.filter
def set_words(laid: SetView) -> str:
    """Words like "2 cards, red"."""
    count = len(laid.cards)
    colours = {code[0] for code in laid.cards if code != "X0"}
    if not colours:
        return gettext("only the goat")
    if count == 1:
        return gettext("1 card, {colour}").format(colour=colour_name(next(iter(colours))))
    if len(colours) == 1:
        shared = colour_name(next(iter(colours)))
        if "X0" in laid.cards:
            return gettext("{count} cards, {colour} with the goat").format(count=count, colour=shared)
        return gettext("{count} cards, {colour}").format(count=count, colour=shared)
    return gettext("{count} cards, each a {number}").format(count=count, number=laid.cards[0][1])


@register.filter
def owner_words(laid: SetView) -> str:
    return gettext("Your set") if laid.owner.is_me else gettext("%(name)s’s set") % {"name": laid.owner.name}


@register.filter
def beaten_words(laid: SetView) -> SafeString:
    beaten = gettext("Beaten: %(value)s") % {"value": laid.value}
    return format_html("<b>{}</b> · {}", beaten, owner_words(laid))


@register.filter
def took_words(table: TableView | LogStep) -> str:
    if not table.picked_up or table.table is None:
        return ""
    owner = table.table.owner
    words = pgettext("name is “You”", "{name} picked up {card}") if owner.is_me else gettext("{name} picked up {card}")
    return words.format(name=subject_name(owner), card=short_card(table.picked_up))


@register.filter
def won_words(won: SetView, number: int) -> SafeString:
    name = format_html("<b>{}</b>", subject_name(won.owner))
    return format_html(_won_line(won), name=name, number=number, value=won.value)


def won_text(won: SetView, number: int) -> str:
    return f"{_won_line(won).format(name=subject_name(won.owner), number=number, value=won.value)}."


def _won_line(won: SetView) -> str:
    if won.owner.is_me:
        return pgettext("name is “You”", "{name} won round {number} with {value}")
    return gettext("{name} won round {number} with {value}")


@register.filter
def heading(table: TableView) -> str:
    if table.ending is not None:
        return gettext("Game over")
    if table.status == Game.Status.PAUSED:
        return capfirst(gettext("paused"))
    if not table.acts:
        return _not_playing(table)
    return gettext("Your turn") if table.my_turn else pgettext("at the table", "Waiting")


def _not_playing(table: TableView) -> str:
    if table.me is None:
        return gettext("You’re watching")
    return gettext("You resigned") if table.me.resigned else pgettext("name is “You”", "A stand-in bot plays for you")


@register.filter
def waits_for(table: TableView) -> str:
    if table.ending is not None or table.to_act is None:
        return ""
    if table.status == Game.Status.PAUSED:
        return capfirst(gettext("paused"))
    if table.to_act.is_me and table.acts:
        return gettext("Your turn")
    return gettext("{name}’s turn").format(name=table.to_act.name)


@register.filter
def may_play(table: TableView) -> str:
    """A sentence about the plays that the seat to act may make, by the rules (RULES.md, 2 and 3)."""
    if table.to_act is None:
        return ""
    if table.table is None:
        return _may_lead(table)
    if table.my_turn and table.choices is not None and not table.choices.plays:
        return gettext("You can only pass")
    return beat_words(table.table)


def _may_lead(table: TableView) -> str:
    if not table.my_turn or table.choices is None:
        name = table.to_act.name if table.to_act is not None else ""
        return gettext("{name} leads: one card, or all cards if they make a set").format(name=name)
    return lead_words(table)


def lead_words(table: TableView) -> str:
    choices = table.choices
    if table.my_turn and choices is not None and len(choices.cards) > 1 and choices.all_at_once:
        return gettext("Lead with one card, or all {count}").format(count=len(choices.cards))
    return gettext("Lead with one card")


@register.filter
def beat_words(laid: PlayedSet) -> str:
    """A sentence about the sets that beat a set. One card more always does: it adds a digit, and the goat's 0 is never
    the largest.
    """
    count, value = len(laid.cards), laid.value
    if str(value) == "9" * count:
        return gettext("Only a set of {more} beats {value}").format(more=count + 1, value=value)
    words = ngettext(
        "{count} card above {value}, or any set of {more}",
        "{count} cards above {value}, or any set of {more}",
        count,
    )
    return words.format(count=count, value=value, more=count + 1)


@register.filter
def goal_words(target: int | None) -> str:
    """Words like "to 15 points"."""
    if target is None:
        return gettext("a single hand")
    words = gettext("counting down from %(target)s points") if counts_down(target) else gettext("to %(target)s points")
    return words % {"target": target}


@register.filter
def next_leader_words(next_leader: str) -> str:
    return str(Game.NextLeader(next_leader).label)


@register.filter
def visibility_words(visibility: str) -> str:
    return str(Game.Visibility(visibility).label)


@register.filter
def hand_line(table: TableView) -> str:
    goal = goal_words(table.rules.target)
    if table.ending is not None or table.rules.target is None:
        return goal
    return gettext("hand {number} · {goal}").format(number=table.hand, goal=goal)


@register.filter
def page_title(table: TableView) -> str:
    """The title of the page. It begins with what the viewer waits for, because tabs are narrow."""
    state = heading(table) if table.my_turn or table.ending is not None else waits_for(table)
    return f"{state} · {table.title}" if state else table.title


@register.filter
def order_words(table: TableView) -> str:
    """The order of play in words, with at most NAMED names."""
    if table.me is None or not table.acts or table.to_act is None:
        return ""
    seats, mine = len(table.seats), table.me.player.seat
    if table.to_act.is_me:
        return gettext("{name} plays after you").format(name=table.seats[(mine + 1) % seats].player.name)
    before = range((mine - table.to_act.seat) % seats)
    if len(before) > NAMED:
        return gettext("{count} others play before you").format(count=len(before))
    names = [table.seats[(table.to_act.seat + step) % seats].player.name for step in before]
    return gettext("You play after {names}").format(names=in_a_row(names))


@register.filter
def moment(at: datetime) -> str:
    """A time in the form of `spoken_time`: "14:02", "Fri 14:02" or "3 Oct 14:02"."""
    here = timezone.localtime(at)
    return spoken_time(here, (timezone.localdate() - here.date()).days)


@register.filter
def result_words(result: HandResult) -> str:
    if result.out is None:
        return gettext("Hand {number} was not finished").format(number=result.number)
    if result.out.is_me:
        return gettext("Hand {number} is over: you went out").format(number=result.number)
    return gettext("Hand {number} is over: {name} went out").format(number=result.number, name=result.out.name)


@register.filter
def out_words(result: HandResult) -> str:
    """The heading of a hand's end: like "You go out!"."""
    if result.out is None:
        return result_words(result)
    return gettext("You go out!") if result.out.is_me else gettext("{name} goes out!").format(name=result.out.name)


@register.filter
def is_mine(over: HandResult | GameEnd) -> bool:
    """Whether the viewer went out or won, without a bot's help."""
    if isinstance(over, HandResult):
        return over.out is not None and over.out.is_me
    return over.mine is not None and over.mine.is_winner and not over.mine.left_to_bot


@register.filter
def win_words(ending: GameEnd) -> str:
    """The heading of a game's end: like "You win!", as the standing below says the points."""
    if not ending.winners or ending.how in (Game.Ending.CANCELLED, Game.Ending.RESIGNED):
        return ending_words(ending)
    if len(ending.winners) > 1:
        names = in_a_row([among_others(player) for player in ending.winners])
        return gettext("{names} share the victory!").format(names=capfirst(names))
    [winner] = ending.winners
    if not winner.is_me:
        return gettext("{name} wins!").format(name=winner.name)
    return gettext("You win!") if is_mine(ending) else gettext("A stand-in bot won for you!")


@register.filter
def ending_words(ending: GameEnd) -> str:
    """A sentence about the end of the game, with the points if no standings show them."""
    if ending.how == Game.Ending.CANCELLED or not ending.winners:
        return gettext("This game was cancelled")
    names = [among_others(player) for player in ending.winners]
    points = with_points(ending.standing[0].points, ending.target)
    if ending.how == Game.Ending.RESIGNED:
        if ending.winners[0].is_me:
            return gettext("You win: everyone else resigned")
        return gettext("{name} wins: everyone else resigned").format(name=names[0])
    if len(names) > 1:
        words = gettext("{names} share the victory with {points}")
        return words.format(names=capfirst(in_a_row(names)), points=points)
    if ending.winners[0].is_me and ending.mine is not None and ending.mine.left_to_bot:
        return gettext("A stand-in bot won for you with {points}").format(points=points)
    return _wins(ending.winners[0], points)


def _wins(winner: Player, points: str) -> str:
    if winner.is_me:
        return gettext("You win with {points}").format(points=points)
    return gettext("{name} wins with {points}").format(name=winner.name, points=points)


@register.filter
def rating_words(rating: GameRating) -> str:
    # Translators: short, at the end of a rated game: the player's rating before and after it, like "1204 → 1217".
    return gettext("Rating: {before} → {after}").format(before=rating.before, after=rating.after)


@register.filter
def rating_said(rating: GameRating) -> str:
    """The change of a rating, for screen readers."""
    return gettext("Your rating was {before} and is now {after}.").format(before=rating.before, after=rating.after)


@register.filter
def wins_with(winner: Player, points: int) -> str:
    return _wins(winner, with_points(points, None))


@register.filter
def ending_aside(ending: GameEnd) -> str:
    hands = ngettext("after {count} hand", "after {count} hands", ending.hands_count).format(count=ending.hands_count)
    mine = ending.mine
    if not ending.winners:
        return ending.reason or gettext("Nobody wins.")
    if mine is None or mine.is_winner or not mine.place:
        return capfirst(hands)
    # Translators: like "Your place: 2 of 4"; "after 5 hands" may follow, behind a comma.
    words = gettext("Your place: {place} of {count}")
    return listed([words.format(place=mine.place, count=len(ending.standing)), hands])


@register.filter
def of_target(points: int, target: int | None) -> SafeString:
    """Text like "<b>9</b> of 15", or "<b>9</b> points" without a target; the tooltip names the goal."""
    if target is None:
        unit = npgettext("after a number", "point", "points", points)
        return format_html(_POINTS, gettext("Fewest points win"), points, unit)
    if counts_down(target):
        goal = gettext("Most points left win")
        return format_html(
            _POINTS, goal, shown_points(points, target), pgettext("points", "of {target} left").format(target=target)
        )
    return format_html(
        _POINTS, gettext("Fewest points win"), points, pgettext("points", "of {target}").format(target=target)
    )


@register.filter
def to_go(points: int, target: int) -> str:
    return pgettext("points until the game ends", "{count} to go").format(count=max(0, target - points))


@register.filter
def seen_words(card: SeenCard) -> str:
    if card.holder is not None:
        return gettext("{name} holds it").format(name=card.holder.name)
    if card.shown:
        return gettext("yours, and everyone knows it")
    return str(SEEN[card.where])


@register.filter
def bold(words: str) -> SafeString:
    return format_html("<b>{}</b>", conditional_escape(words))
