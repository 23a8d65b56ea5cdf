"""View models of rows in lists of games. They are frozen, so that a row is rendered once for equal values
(games.web.cached.fragments).

With twelve games the home page takes 10.9 ms of thread time instead of 15.8, the list of open games 9.0 instead of
12.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext

from accounts.models import User
from games.lobby.selectors import OwnGame
from games.lobby.words import (
    asked_words,
    gate_words,
    invitation_words,
    options_words,
    reliability_for,
    result_words,
    share_words,
    waited,
    winner_words,
)
from games.models import Game, Invitation, Seat
from games.people.reliability import Reliability
from games.play.clock.selectors import Halt
from games.play.clock.words import clock_words, left_words
from games.play.selectors import seat_names

register = template.Library()


@dataclass(frozen=True, slots=True)
class SeatChip:
    """A taken seat. `name`: its player's at this seat, with "(guest)" for guests and "(bot)" for bots from outside."""

    pk: int
    name: str
    avatar: int | None
    is_bot: bool
    points: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class OwnGameRow:
    """A running game of the person. `time`: the time left, or passed without a limit; `wish`: to pause or resume;
    `asked`: by others; `value`, `cards` and `owner`: the set to beat; `in_hand`: the number of cards held.
    """

    public_id: str
    title: str
    pace: str
    paused: bool
    hand: int
    round: int
    others: tuple[SeatChip, ...]
    acts: str
    waits: bool
    halt: Halt | None
    wish: str
    asked: bool
    pause_ends_at: datetime | None
    due_at: datetime | None
    since: datetime | None
    time: str
    urgent: bool
    points: int
    target: int | None
    value: int
    cards: tuple[str, ...]
    owner: str
    in_hand: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a public list. `waited`: since its last turn."""

    public_id: str
    title: str
    status: str
    is_public: bool
    started: bool
    seats: tuple[SeatChip, ...]
    target: int | None
    options: str
    clock: str
    waited: str
    ending: str
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class OfferRow:
    """A game that has not begun. `invites`: what an invitation says; `waited`: since it was opened."""

    public_id: str
    title: str
    version: int
    is_public: bool
    seats: tuple[SeatChip, ...]
    seats_count: int
    options: str
    clock: str
    gate: str
    host: str
    invites: str
    waited: str
    anchor: str


@dataclass(frozen=True, slots=True)
class OpenGameRow:
    """A public game with a free seat. `accepted`: by its demand; shares: of turns in time, in words."""

    offer: OfferRow
    is_mine: bool
    accepted: bool
    host_share: str
    own_share: str


@dataclass(frozen=True, slots=True)
class FinishedGameRow:
    """A finished game from a seat's point of view."""

    public_id: str
    title: str
    started: bool
    seats: tuple[SeatChip, ...]
    words: str
    is_winner: bool
    resigned: bool
    ended_at: datetime | None


def marked_name(user: User, name: str) -> str:
    if user.is_outside_bot:
        return gettext("{name} (bot)").format(name=name)
    return gettext("{name} (guest)").format(name=name) if user.is_guest else name


def seat_chips(seats: Iterable[Seat]) -> tuple[SeatChip, ...]:
    listed = list(seats)
    return tuple(
        SeatChip(
            seat.user_id, marked_name(seat.user, name), seat.user.avatar, seat.user.is_bot, seat.points, seat.is_winner
        )
        for seat, name in zip(listed, seat_names(listed), strict=True)
    )


@register.filter
def own_game_row(table: OwnGame) -> OwnGameRow:
    game = table.game
    return OwnGameRow(
        public_id=game.public_id,
        title=game.title,
        pace=game.pace,
        paused=game.status == Game.Status.PAUSED,
        hand=table.hand,
        round=table.view.round,
        others=seat_chips(table.others),
        acts=table.acts_name,
        waits=table.waits,
        halt=table.halt,
        wish=asked_words(table),
        asked=bool(table.asked_by),
        pause_ends_at=game.pause_ends_at,
        due_at=table.due_at,
        since=game.waiting_since,
        time=left_words(table.due_at) if table.due_at else waited(game.waiting_since),
        urgent=table.urgent,
        points=table.mine.points,
        target=game.target,
        value=table.value,
        cards=tuple(str(card) for card in table.view.table),
        owner=table.owner_name,
        in_hand=len(table.view.cards),
    )


@register.filter
def game_row(game: Game) -> GameRow:
    return GameRow(
        public_id=game.public_id,
        title=game.title,
        status=game.status,
        is_public=game.visibility == Game.Visibility.PUBLIC,
        started=game.started_at is not None,
        seats=seat_chips(game.seats.all()),
        target=game.target,
        options=options_words(game),
        clock=clock_words(game),
        waited=waited(game.waiting_since),
        ending=game.get_ending_display(),
        ended_at=game.ended_at,
    )


@register.filter
def offer_row(game: Game) -> OfferRow:
    return _offer_row(game, seat_chips(game.seats.all()), marked_name(game.host, game.host.name))


@register.filter
def invitation_row(invitation: Invitation) -> OfferRow:
    """The row of an invitation, without seats. Its host is the person who invites."""
    return _offer_row(invitation.game, (), marked_name(invitation.invited_by, invitation.invited_by.name))


def _offer_row(game: Game, seats: tuple[SeatChip, ...], host: str) -> OfferRow:
    return OfferRow(
        public_id=game.public_id,
        title=game.title,
        version=game.version,
        is_public=game.visibility == Game.Visibility.PUBLIC,
        seats=seats,
        seats_count=game.seats_count,
        options=options_words(game),
        clock=clock_words(game),
        gate=gate_words(game),
        host=host,
        invites=invitation_words(game, host),
        waited=waited(game.created_at),
        anchor=game.anchor,
    )


@register.simple_tag
def open_game_row(game: Game, viewer: User | AnonymousUser, known: Mapping[int, Reliability]) -> OpenGameRow:
    """The row of an open game. `known`: the reliability of the host and the viewer."""
    mine = reliability_for(known, viewer)
    return OpenGameRow(
        offer=offer_row(game),
        is_mine=any(seat.user_id == viewer.pk for seat in game.seats.all()),
        accepted=mine.meets(game.min_reliability),
        host_share=share_words(reliability_for(known, game.host)),
        own_share=share_words(mine),
    )


@register.filter
def asks_contribution(seat: Seat) -> bool:
    return seat.answered_at is None


@register.filter
def finished_game_rows(
    seats: Iterable[Seat], viewer: User | AnonymousUser | None = None
) -> tuple[FinishedGameRow, ...]:
    return tuple(finished_game_row(seat, viewer) for seat in seats)


@register.filter
def finished_game_row(seat: Seat, viewer: User | AnonymousUser | None = None) -> FinishedGameRow:
    """The result of an ended game, with `viewer` as "you"."""
    game = seat.game
    return FinishedGameRow(
        public_id=game.public_id,
        title=game.title,
        started=game.started_at is not None,
        seats=seat_chips(game.seats.all()),
        words=result_words(seat, viewer),
        is_winner=seat.is_winner,
        resigned=seat.resigned_at is not None,
        ended_at=game.ended_at,
    )


@register.filter
def finished_game_row_with_winner(seat: Seat) -> FinishedGameRow:
    """The result with the winner's name: on a page about two others, "won" alone would not say who."""
    row = finished_game_row(seat)
    return replace(row, words=winner_words(seat.game), is_winner=False, resigned=False)
