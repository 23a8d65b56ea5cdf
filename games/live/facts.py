"""The facts of a game that all who may see it get, without cards (SOCKETS.md, `view`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from games.events import deadline_at, has_caretaker, utc_text
from games.models import Game, Seat
from games.play.selectors import seat_names


class SeatFacts(TypedDict):
    seat: int
    name: NotRequired[str]
    kind: NotRequired[str]
    resigned: NotRequired[bool]
    caretaker: NotRequired[bool]
    wants_pause: NotRequired[bool]
    answered: NotRequired[bool]
    winner: NotRequired[bool]


class GameFacts(TypedDict):
    id: str
    name: str
    status: str
    version: int
    pace: str
    visibility: str
    host: str
    target: int | None
    goat: bool
    two_player_deck: bool
    next_leader: str
    rated: bool
    anchor: str
    fingerprint: str | None
    removed: list[str]
    seats: list[SeatFacts]
    points: list[int]
    to_act: int | None
    deadline_at: str | None
    pause_ends_at: str | None
    end: str | None


def game_facts(game: Game, seats: Sequence[Seat]) -> GameFacts:
    """The facts of a game with its host and deadline, and its seats in order with their accounts. No query."""
    taken = {seat.number: seat for seat in seats}
    names = dict(zip(taken, seat_names(seats), strict=True))
    return {
        "id": game.public_id,
        "name": game.name,
        "status": game.status,
        "version": game.version,
        "pace": game.pace,
        "visibility": game.visibility,
        "host": game.host.name,
        "target": game.target,
        "goat": game.goat,
        "two_player_deck": game.two_player_deck,
        "next_leader": game.next_leader,
        "rated": game.rated and game.counts_for_rating,
        "anchor": game.anchor,
        "fingerprint": game.fingerprint or None,
        "removed": list(game.removed),
        "seats": [_seat_facts(number, taken.get(number), names.get(number, "")) for number in range(game.seats_count)],
        "points": [taken[number].points if number in taken else 0 for number in range(game.seats_count)],
        "to_act": game.to_act,
        "deadline_at": deadline_at(game),
        "pause_ends_at": utc_text(game.pause_ends_at),
        "end": game.ending or None,
    }


def _seat_facts(number: int, seat: Seat | None, name: str) -> SeatFacts:
    if seat is None:
        return {"seat": number}
    return {
        "seat": number,
        "name": name,
        "kind": seat.player_kind,
        "resigned": seat.resigned_at is not None,
        "caretaker": has_caretaker(seat),
        "wants_pause": seat.pause_wanted_at is not None,
        "answered": seat.answered_at is not None,
        "winner": seat.is_winner,
    }
