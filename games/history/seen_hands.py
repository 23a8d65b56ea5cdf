"""Whose cards one viewer saw at each moment of a hand, while the game runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.models import User
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack
from games.play.seats.replaced_players import ReplacedPlayer, replaced_player_at


@dataclass(frozen=True, slots=True)
class Span:
    """Versions of a game: from `begin`, which came `at` that time, up to, and without, `end`."""

    begin: int
    end: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Stand:
    """A hand after one of its turns that stand (None: as dealt), and when it stood so: more than once where later turns
    were taken back."""

    move: Move | None
    spans: tuple[Span, ...]


def span_of(game: Game, hand: Hand, dealt_at: int, events: Iterable[GameEvent]) -> Span:
    """The hand's versions up to the game's own. `dealt_at` is the version of the turn that ended the hand before, 0 for
    the first hand.

    Where that hand was voided instead, the last thing that befell a seat in it comes just before the deal.
    """
    befell = (event.version for event in events if event.hand_number < hand.number)
    return Span(max([dealt_at, *befell]), game.version + 1, hand.started_at)


def stands_of(moves: Iterable[Move], take_backs: Iterable[TakeBack], span: Span) -> list[Stand]:
    """The hand as dealt and after each of the turns that stand at the end of `span`, the versions of the hand.

    `moves` and `take_backs` are all of the hand's, in any order; what came after the span is left out.
    """
    changes: list[Move | TakeBack] = [move for move in moves if move.version < span.end]
    changes += [row for row in take_backs if row.version < span.end]
    standing: list[Move] = []
    spans: dict[int, list[Span]] = {}
    since = span
    for change in sorted(changes, key=lambda row: row.version):
        spans.setdefault(_last(standing), []).append(replace(since, end=change.version))
        if isinstance(change, Move):
            standing.append(change)
        else:
            standing = [move for move in standing if move.number <= change.kept]
        since = Span(change.version, span.end, change.created_at)
    spans.setdefault(_last(standing), []).append(since)
    first = Stand(None, tuple(spans[0]))
    return [first, *(Stand(move, tuple(spans[move.number])) for move in standing)]


def _last(standing: Sequence[Move]) -> int:
    return standing[-1].number if standing else 0


@dataclass(frozen=True)
class Sights:
    """What decides whose cards `user` (None: a visitor) saw: who had which seat, and when a bot held it for them."""

    user: User | None
    seats: Sequence[Seat]
    replaced: Sequence[ReplacedPlayer]
    events: Sequence[GameEvent]
    acts: Sequence[Intervention]

    def seen(self, stand: Stand) -> frozenset[int]:
        """The seats whose cards the viewer was shown at some moment of that stand."""
        if self.user is None:
            return frozenset()
        return frozenset(
            seat.number
            for seat in self.seats
            if seat.kind == Seat.Kind.PERSON and any(self._sees(seat, span) for span in stand.spans)
        )

    def dealt(self, moves: Iterable[Move], take_backs: Iterable[TakeBack], span: Span) -> frozenset[int]:
        """The seats whose cards the viewer was shown as they were dealt in a hand, of which these are all the rows."""
        if self.user is None:
            return frozenset()
        return self.seen(stands_of(moves, take_backs, span)[0])

    def _sees(self, seat: Seat, span: Span) -> bool:
        """Whether the viewer played the seat when the span began, or came to play it within."""
        at_once = [event for event in self.events if event.version == span.begin + 1 and event.created_at <= span.at]
        if self._had(seat, span.begin) and self._held(seat, span.begin, at_once):
            return True
        changes = {event.version for event in self.events if span.begin < event.version < span.end}
        return any(self._had(seat, version) and self._held(seat, version) for version in changes)

    def _had(self, seat: Seat, version: int) -> bool:
        """Whether the seat was the viewer's at that version."""
        assert self.user is not None
        former = replaced_player_at(self.replaced, seat.number, version)
        if former is not None:
            return former.user.pk == self.user.pk
        # Somebody whose name is not kept any more had it before another got it.
        return seat.user_id == self.user.pk and all(moved <= version for moved in self._given_at(seat))

    def _held(self, seat: Seat, version: int, at_once: Sequence[GameEvent] = ()) -> bool:
        """Whether its person, not a bot, held the seat then. `at_once`: what came with that version in one act, as when
        a bot is given the seat whose time ran out: between the two nobody looked."""
        until = [event for event in self.events if event.version <= version]
        befell = [event for event in (*until, *at_once) if event.seat == seat.number]
        if not befell:
            return True
        last = max(befell, key=lambda event: event.version)
        # Whoever is given a seat holds it, though the event says that it changed hands.
        return last.kind == GameEvent.Kind.RETURN or last.version in self._given_at(seat)

    def _given_at(self, seat: Seat) -> set[int]:
        """The versions since which the seat has been another person's."""
        return {act.version for act in self.acts if act.kind == Intervention.Kind.REPLACE and act.seat == seat.number}


def all_seats(game: Game) -> frozenset[int]:
    """Everybody's: what all may see of a game that is over."""
    return frozenset(range(game.seats_count))
