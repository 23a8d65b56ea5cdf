"""The cards that a viewer saw at each moment of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.models import User
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack
from games.play.seats.replaced_players import ReplacedPlayer, replaced_player_at


@dataclass(frozen=True, slots=True)
class VersionRange:
    """Versions from `begin` (reached `at`) up to but excluding `end`."""

    begin: int
    end: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A hand after a valid turn (None: as dealt). Take-backs may give it several ranges."""

    move: Move | None
    ranges: tuple[VersionRange, ...]


def hand_versions(game: Game, hand: Hand, dealt_at: int, events: Iterable[GameEvent]) -> VersionRange:
    """The hand's versions up to the game's. `dealt_at`: the version of the turn that ended the hand before, or 0. After
    a voided hand its last event comes just before the deal.
    """
    earlier = (event.version for event in events if event.hand_number < hand.number)
    return VersionRange(max([dealt_at, *earlier]), game.version + 1, hand.started_at)


def hand_snapshots(moves: Iterable[Move], take_backs: Iterable[TakeBack], versions: VersionRange) -> list[Snapshot]:
    """The hand as dealt and after each turn that is valid at the end of `versions`. The rows may come in any order;
    later ones are ignored.
    """
    changes: list[Move | TakeBack] = [move for move in moves if move.version < versions.end]
    changes += [row for row in take_backs if row.version < versions.end]
    standing: list[Move] = []
    ranges: dict[int, list[VersionRange]] = {}
    since = versions
    for change in sorted(changes, key=lambda row: row.version):
        ranges.setdefault(_last(standing), []).append(replace(since, end=change.version))
        if isinstance(change, Move):
            standing.append(change)
        else:
            standing = [move for move in standing if move.number <= change.kept]
        since = VersionRange(change.version, versions.end, change.created_at)
    ranges.setdefault(_last(standing), []).append(since)
    first = Snapshot(None, tuple(ranges[0]))
    return [first, *(Snapshot(move, tuple(ranges[move.number])) for move in standing)]


def _last(standing: Sequence[Move]) -> int:
    return standing[-1].number if standing else 0


@dataclass(frozen=True)
class HandVisibility:
    """The seats whose cards `user` (None: a visitor) saw, by the times at which people and bots held them."""

    user: User | None
    seats: Sequence[Seat]
    replaced: Sequence[ReplacedPlayer]
    events: Sequence[GameEvent]
    acts: Sequence[Intervention]

    def seen(self, snapshot: Snapshot) -> frozenset[int]:
        if self.user is None:
            return frozenset()
        return frozenset(
            seat.number
            for seat in self.seats
            if seat.kind == Seat.Kind.PERSON and any(self._sees(seat, versions) for versions in snapshot.ranges)
        )

    def dealt(self, moves: Iterable[Move], take_backs: Iterable[TakeBack], versions: VersionRange) -> frozenset[int]:
        """Seats shown to the viewer as dealt; rows of the whole hand."""
        if self.user is None:
            return frozenset()
        return self.seen(hand_snapshots(moves, take_backs, versions)[0])

    def _sees(self, seat: Seat, versions: VersionRange) -> bool:
        """Whether the viewer played the seat at some version of the range."""
        at_once = [
            event for event in self.events if event.version == versions.begin + 1 and event.created_at <= versions.at
        ]
        if self._had(seat, versions.begin) and self._held(seat, versions.begin, at_once):
            return True
        changes = {event.version for event in self.events if versions.begin < event.version < versions.end}
        return any(self._had(seat, version) and self._held(seat, version) for version in changes)

    def _had(self, seat: Seat, version: int) -> bool:
        assert self.user is not None
        former = replaced_player_at(self.replaced, seat.number, version)
        if former is not None:
            return former.user.pk == self.user.pk
        # An earlier player whose account is erased has no row.
        return seat.user_id == self.user.pk and all(moved <= version for moved in self._given_at(seat))

    def _held(self, seat: Seat, version: int, at_once: Sequence[GameEvent] = ()) -> bool:
        """Whether its person held the seat, not a bot. `at_once`: with the events of that version's act, such as a
        handover at a time-out, as no viewer looked in between.
        """
        until = [event for event in self.events if event.version <= version]
        changes = [event for event in (*until, *at_once) if event.seat == seat.number]
        if not changes:
            return True
        last = max(changes, key=lambda event: event.version)
        # Being given a seat is recorded as a handover too.
        return last.kind == GameEvent.Kind.RETURN or last.version in self._given_at(seat)

    def _given_at(self, seat: Seat) -> set[int]:
        return {act.version for act in self.acts if act.kind == Intervention.Kind.REPLACE and act.seat == seat.number}


def all_seats(game: Game) -> frozenset[int]:
    return frozenset(range(game.seats_count))
