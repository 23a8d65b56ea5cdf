"""Words of the lobby: how long something waits, what a game's options are."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from games.models import Game, Seat

register = template.Library()

_HOUR = 60
_DAY = 24 * _HOUR


@register.simple_tag
def once_token() -> str:
    """A token that no other form has."""
    return secrets.token_urlsafe(12)


@register.filter
def waited(since: datetime | None) -> str:
    """How long ago that was, in its two largest units: "2 d 4 h", "35 min"; "a moment" below a minute."""
    if since is None:
        return ""
    minutes = int((timezone.now() - since) / timedelta(minutes=1))
    days, hours = minutes // _DAY, minutes % _DAY // _HOUR
    if minutes < 1:
        return pgettext("a wait", "a moment")
    if not days and not hours:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    if not days:
        return gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % _HOUR}
    return gettext("%(days)s d %(hours)s h") % {"days": days, "hours": hours}


@register.filter
def target_words(game: Game) -> str:
    """ "to 15 points", or "a single hand"."""
    if game.target is None:
        return gettext("a single hand")
    return gettext("to %(target)s points") % {"target": game.target}


@register.filter
def options_words(game: Game) -> str:
    """A game's size and options in a line: "4 players, to 15 points, with the goat"."""
    parts = [
        ngettext("%(seats)s player", "%(seats)s players", game.seats_count) % {"seats": game.seats_count},
        target_words(game),
    ]
    if game.goat:
        parts.append(gettext("with the goat"))
    if game.seats_count == 2:
        parts.append(gettext("four colours") if game.two_player_deck else gettext("all six colours"))
    if game.next_leader == Game.NextLeader.LAST:
        parts.append(gettext("whoever ends a hand leads the next"))
    return ", ".join(parts)


@register.filter
def result_words(mine: Seat) -> str:
    """Who won a finished game, and what the person of this seat had; the game's seats are fetched."""
    seats = list(mine.game.seats.all())
    winners = [seat for seat in seats if seat.is_winner]
    if mine.is_winner:
        shared = len(winners) > 1
        words = gettext("Shared the victory with %(points)s") if shared else gettext("Won with %(points)s")
        return words % {"points": mine.points}
    names = gettext(" and ").join(seat.user.name for seat in winners)
    facts = {"names": names, "theirs": min((seat.points for seat in winners), default=0), "mine": mine.points}
    return gettext("%(names)s won with %(theirs)s, against %(mine)s") % facts
