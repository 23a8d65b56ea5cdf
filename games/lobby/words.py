"""Template filters of the lobby."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from accounts.models import User
from games.lobby.selectors import OwnGame
from games.models import Game, Seat
from games.models.game_setup import GameSetup
from games.people.reliability import Reliability
from games.play.clock.words import pause_wish_words
from games.play.selectors import seat_names
from games.play.undo_rights import allows_undo
from games.web.counting import shown_points
from games.web.score_words import target_words, with_points
from games.web.sentences import in_a_row

register = template.Library()

_HOUR = 60
_DAY = 24 * _HOUR


@register.filter
def waited(since: datetime | None) -> str:
    """Words like "2 d 4 h", "35 min" or "a moment"."""
    if since is None:
        return ""
    minutes = int((timezone.now() - since) / timedelta(minutes=1))
    days, hours = minutes // _DAY, minutes % _DAY // _HOUR
    if minutes < 1:
        return pgettext("a wait", "a moment")
    if not days and not hours:
        return gettext("{count} min").format(count=minutes)
    if not days:
        return gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % _HOUR}
    return gettext("%(days)s d %(hours)s h") % {"days": days, "hours": hours}


@register.filter
def rematch_wish(names: Sequence[str]) -> str:
    """Words like "Ana and Ben want a rematch". `names` is not empty."""
    words = ngettext("{names} wants a rematch", "{names} want a rematch", len(names))
    return words.format(names=in_a_row(names))


@register.filter
def invitation_words(game: Game, name: str) -> str:
    """A sentence about the invitation or rematch that `name` offers."""
    if game.rematch_of_id is not None:
        return rematch_wish([name])
    return gettext("%(name)s invites you to a game") % {"name": name}


@register.filter
def options_words(game: GameSetup) -> str:
    """Words like "4 players, to 15 points, rated, with the goat"."""
    seats = ngettext("%(seats)s player", "%(seats)s players", game.seats_count) % {"seats": game.seats_count}
    colours = ""
    if game.seats_count == 2:
        colours = gettext("four colours") if game.two_player_deck else gettext("all six colours")
    return _listed(seats, *_score_words(game), colours, *_turn_words(game))


@register.filter
def rules_words(game: GameSetup) -> str:
    """The same words without what follows from the number of players."""
    return _listed(*_score_words(game), *_turn_words(game))


def _score_words(game: GameSetup) -> tuple[str, ...]:
    rated, goat = gettext("rated") if game.rated else "", gettext("with the goat") if game.goat else ""
    return target_words(game.target), rated, goat


def _turn_words(game: GameSetup) -> tuple[str, ...]:
    leads_next = gettext("the last to play leads next") if game.next_leader == Game.NextLeader.LAST else ""
    return leads_next, gettext("take-backs allowed") if allows_undo(game) else ""


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


@register.filter
def share_words(figures: Reliability) -> str:
    """Words like "97% of turns on time" or "new here"."""
    if figures.share is None:
        return gettext("new here")
    return gettext("%(share)s%% of turns on time") % {"share": figures.share}


@register.filter
def gate_words(game: Game) -> str:
    """Words like "needs 90% of turns on time", or ""."""
    if game.min_reliability is None:
        return ""
    return gettext("needs %(gate)s%% of turns on time") % {"gate": game.min_reliability}


@register.filter
def reliability_for(known: Mapping[int, Reliability], user: User | AnonymousUser) -> Reliability:
    """The user's reliability; visitors count as new."""
    return known.get(user.pk or 0, Reliability())


def named_seats(seats: Iterable[Seat]) -> list[tuple[Seat, str]]:
    """The seats in order, each with its player's name."""
    listed = list(seats)
    return list(zip(listed, seat_names(listed), strict=True))


def result_words(mine: Seat, viewer: User | AnonymousUser | None = None) -> str:
    """The winner and this seat's points, with `viewer` as "you". The seats are prefetched."""
    seats = mine.game.seats.all()
    winners = [(seat, name) for seat, name in named_seats(seats) if seat.is_winner]
    resigned = mine.game.ending == Game.Ending.RESIGNED
    if mine.is_winner:
        return _own_victory(mine, shared=len(winners) > 1, resigned=resigned)
    names = in_a_row([name for _seat, name in winners])
    if resigned:
        return gettext("%(names)s won: everyone else resigned") % {"names": names}
    theirs, target = min((seat.points for seat, _name in winners), default=0), mine.game.target
    facts = {"names": names, "theirs": with_points(theirs, target), "mine": shown_points(mine.points, target)}
    is_you = viewer is not None and viewer.pk == mine.user_id
    if len(winners) > 1:
        if is_you:
            return gettext("%(names)s shared the victory with %(theirs)s, and you had %(mine)s") % facts
        return gettext("%(names)s shared the victory, %(theirs)s to %(mine)s") % facts
    if is_you:
        return gettext("%(names)s won with %(theirs)s, and you had %(mine)s") % facts
    return gettext("%(names)s won, %(theirs)s to %(mine)s") % facts


def winner_words(game: Game) -> str:
    """The winner by name, for a reader without a seat. The seats are prefetched."""
    winners = [(seat, name) for seat, name in named_seats(game.seats.all()) if seat.is_winner]
    names = in_a_row([name for _seat, name in winners])
    if game.ending == Game.Ending.RESIGNED:
        return gettext("%(names)s won: everyone else resigned") % {"names": names}
    points = with_points(min((seat.points for seat, _name in winners), default=0), game.target)
    words = (
        gettext("%(names)s shared the victory with %(points)s")
        if len(winners) > 1
        else gettext("%(names)s won with %(points)s")
    )
    return words % {"names": names, "points": points}


def _own_victory(mine: Seat, *, shared: bool, resigned: bool) -> str:
    if resigned:
        return gettext("Won: everyone else resigned")
    words = gettext("Shared the victory with %(points)s") if shared else gettext("Won with %(points)s")
    return words % {"points": with_points(mine.points, mine.game.target)}


def asked_words(table: OwnGame) -> str:
    """The others' unanswered wish, else the player's own, else ""."""
    paused = table.game.status == Game.Status.PAUSED
    if table.asked_by:
        return pause_wish_words(table.asked_by, paused=paused)
    if not table.asks:
        return ""
    return gettext("You want to resume") if paused else gettext("You want a pause")
