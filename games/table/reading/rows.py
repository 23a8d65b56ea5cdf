"""The rows of a game's page, read in one round trip."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, TypeVar

from django.db.models import F, Model, QuerySet, Subquery
from django.utils import timezone

from accounts.fast.pipeline import pipeline
from accounts.fast.queries import OTHER_SAMPLE_ID, SAMPLE_ID, SAMPLE_TIME, PreparedQuery
from accounts.models import User
from games.chat.turn_notes import latest_note
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack
from games.play.selectors import game_deadline
from games.play.waits.sprint_selectors import WISH, all_here

# If the game changes during each of this many reads, the last read is shown.
READS: Final = 4
R = TypeVar("R", Seat, Hand, GameEvent, Intervention)
_SAMPLE_VERSION: Final = 2_000_000_012


@dataclass(frozen=True)
class TableRows:
    """The rows of a game's page, with seats and hands in order. `took_days`: for each seat, whether its player ever
    took a day off. `moves`: the newest hand's, including those taken back.
    """

    seats: list[Seat]
    hands: list[Hand]
    moves: list[Move]
    events: list[GameEvent]
    acts: list[Intervention]
    take_backs: list[TakeBack]


def _newest_hands_moves(game: int) -> QuerySet[Move]:
    newest = Hand.objects.filter(game_id=game).order_by("-number").values("pk")[:1]
    return Move.objects.filter(hand_id=Subquery(newest)).order_by("number")


# The columns of a seat and its clock that all viewers may see. Cached views are keyed by these rows: if more were read,
# the response time would reveal other players' plans, looks and settings.
_SEEN: Final = (
    *("game", "number", "kind", "user", "held_by", "resigned_at", "absence_spent", "away_until", "pause_wanted_at"),
    "sprint_wanted_at",
    *("points", "is_winner", "user__time_zone"),
    *("user__handle", "user__avatar", "user__is_bot", "user__is_outside_bot", "user__is_guest", "user__erased_at"),
    *("held_by__handle", "held_by__erased_at", "held_by__is_bot", "held_by__time_zone"),
)
_TOOK_DAYS_AT: Final = F("user__preferences__vacation_counted_at")
_CLOCK_SEEN: Final = (
    *("seat", "user_id", "version", "since", "left", "zone", "waking", "due_at", "granted_by_id", "left_before"),
)
_SEATS: Final = PreparedQuery(
    lambda game: (
        Seat.objects.filter(game_id=game)
        .select_related("user", "held_by")
        .only(*_SEEN)
        .annotate(took_days_at=_TOOK_DAYS_AT)
        .order_by("number")
    ),
    game=SAMPLE_ID,
)
# The viewer's own seat, with plans, settings and their latest note, and whether the others are here.
_OWN_SEAT: Final = PreparedQuery(
    lambda game, user, since: (
        Seat.objects.filter(game_id=game, user_id=user)
        .select_related("user__preferences", "held_by", "orders")
        # A page saves it each minute, and no view shows it.
        .defer("looked_at")
        .annotate(took_days_at=_TOOK_DAYS_AT, all_here=all_here(since), note=latest_note())
    ),
    game=SAMPLE_ID,
    user=OTHER_SAMPLE_ID,
    since=SAMPLE_TIME,
)
_HANDS: Final = PreparedQuery(
    lambda game: Hand.objects.filter(game_id=game).defer("deck").order_by("number"), game=SAMPLE_ID
)
_MOVES: Final = PreparedQuery(_newest_hands_moves, game=SAMPLE_ID)
_EVENTS: Final = PreparedQuery(lambda game: GameEvent.objects.filter(game_id=game).order_by("pk"), game=SAMPLE_ID)
_ACTS: Final = PreparedQuery(lambda game: Intervention.objects.filter(game_id=game).order_by("pk"), game=SAMPLE_ID)
_TAKE_BACKS: Final = PreparedQuery(
    lambda game: TakeBack.objects.filter(hand__game_id=game).order_by("pk"), game=SAMPLE_ID
)
_AT_VERSION: Final = PreparedQuery(
    lambda game, version: Game.objects.filter(pk=game, version=version).only("pk"),
    game=SAMPLE_ID,
    version=_SAMPLE_VERSION,
)


def took_days(seat: Seat) -> bool:
    """Whether the player of a seat that was read here ever took a day off."""
    return getattr(seat, "took_days_at") is not None  # noqa: B009 # an annotation


def finds_all_here(seat: Seat) -> bool:
    """Whether all others are at the table now, for the viewer's own seat."""
    return getattr(seat, "all_here", False)


def rows_read(game: Game, viewer: User | None) -> SentRows:
    """The rows that `viewer` may see. Turns and everything else that changes several of these rows raise the version,
    so the rows agree if it has stayed; `game` is refreshed if it has not. A request for a pause or a changed clock
    leaves the version: it is one row, which may be newer than the others.
    """
    for _attempt in range(READS):
        sent = SentRows(game, viewer)
        if sent.is_whole:
            break
        game.refresh_from_db()
    return sent


class SentRows:
    """The rows as received, before they are decoded. `is_whole`: the game did not change while they were read."""

    def __init__(self, game: Game, viewer: User | None) -> None:
        self._game, self._viewer = game, viewer
        since = timezone.now() - WISH
        with pipeline():
            self._seats, self._hands = _SEATS.send(game=game.pk), _HANDS.send(game=game.pk)
            self._own = None if viewer is None else _OWN_SEAT.send(game=game.pk, user=viewer.pk, since=since)
            self._moves, self._events = _MOVES.send(game=game.pk), _EVENTS.send(game=game.pk)
            self._acts, self._take_backs = _ACTS.send(game=game.pk), _TAKE_BACKS.send(game=game.pk)
            # Last, as each query sees what is newest.
            same = _AT_VERSION.send(game=game.pk, version=game.version)
        self.is_whole = bool(same.fetch())

    def digest(self) -> bytes | None:
        """A hash of everything that the viewer sees of the game: its rows, and the game itself with its clock. None
        without the fast path, or if the game changed while it was read.
        """
        sent = (self._seats, self._own, self._hands, self._moves, self._events, self._acts, self._take_backs)
        rows = [[] if one is None else one.rows for one in sent]
        if not self.is_whole or None in rows:
            return None
        own = [_values(self._game), self._clock_seen()]
        return blake2b(pickle.dumps((rows, own)), digest_size=24).digest()

    def _clock_seen(self) -> list[Any]:
        row = game_deadline(self._game)
        if row is None:
            return []
        mine = self._viewer is not None and row.user_id == self._viewer.pk
        return [*(getattr(row, name) for name in _CLOCK_SEEN), row.order_at if mine else None]

    def fetch(self) -> TableRows:
        return TableRows(
            seats=_of(self._game, self._all_seats()),
            hands=_of(self._game, self._hands.fetch()),
            moves=self._moves.fetch(),
            events=_of(self._game, self._events.fetch()),
            acts=_of(self._game, self._acts.fetch()),
            take_backs=self._take_backs.fetch(),
        )

    def _all_seats(self) -> list[Seat]:
        """The seats in order; the viewer's own has the columns that only they may see."""
        own = {} if self._own is None else {seat.pk: seat for seat in self._own.fetch()}
        return [own.get(seat.pk, seat) for seat in self._seats.fetch()]


def _values(row: Model) -> list[Any]:
    return [getattr(row, field.attname) for field in row._meta.concrete_fields]


def _of(game: Game, rows: list[R]) -> list[R]:
    for row in rows:
        row.game = game
    return rows
