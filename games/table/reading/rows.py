"""The rows of a game's page, read in one round trip."""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, TypeVar

from django.db.models import Model, QuerySet, Subquery

from accounts.models.prepared_query import SAMPLE_ID, PreparedQuery, reads
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack
from games.play.selectors import game_deadline

# If the game changes during each of this many reads, the last read is shown.
READS: Final = 4
R = TypeVar("R", Seat, Hand, GameEvent, Intervention)
_SAMPLE_VERSION: Final = 2_000_000_012


@dataclass(frozen=True)
class TableRows:
    """Seats and hands in order. `moves`: the newest hand's, also those taken back."""

    seats: list[Seat]
    hands: list[Hand]
    moves: list[Move]
    events: list[GameEvent]
    acts: list[Intervention]
    take_backs: list[TakeBack]


def _newest_hands_moves(game: int) -> QuerySet[Move]:
    newest = Hand.objects.filter(game_id=game).order_by("-number").values("pk")[:1]
    return Move.objects.filter(hand_id=Subquery(newest)).order_by("number")


_SEATS: Final = PreparedQuery(
    lambda game: (
        Seat.objects.filter(game_id=game)
        .select_related("user__preferences", "held_by", "orders")
        # A page saves it each minute, and no view shows it.
        .defer("looked_at")
        .order_by("number")
    ),
    game=SAMPLE_ID,
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


def rows_read(game: Game) -> SentRows:
    """Every change raises the version, so the rows agree if it stayed; `game` is refreshed if it did not."""
    for _attempt in range(READS):
        sent = SentRows(game)
        if sent.is_whole:
            break
        game.refresh_from_db()
    return sent


class SentRows:
    """The rows as they came, before they are read. `is_whole`: the game did not change meanwhile."""

    def __init__(self, game: Game) -> None:
        self._game = game
        with reads():
            self._seats, self._hands = _SEATS.send(game=game.pk), _HANDS.send(game=game.pk)
            self._moves, self._events = _MOVES.send(game=game.pk), _EVENTS.send(game=game.pk)
            self._acts, self._take_backs = _ACTS.send(game=game.pk), _TAKE_BACKS.send(game=game.pk)
            # Last, as each query sees what is newest.
            same = _AT_VERSION.send(game=game.pk, version=game.version)
        self.is_whole = bool(same.fetch())

    def digest(self) -> bytes | None:
        """Of all that is shown of the game: its rows, and itself with its clock. None where only a cursor knows."""
        sent = (self._seats, self._hands, self._moves, self._events, self._acts, self._take_backs)
        received = [rows.received() for rows in sent]
        if not self.is_whole or None in received:
            return None
        own = [_values(self._game), _values(game_deadline(self._game))]
        return blake2b(marshal.dumps(received) + repr(own).encode(), digest_size=24).digest()

    def fetch(self) -> TableRows:
        return TableRows(
            seats=_of(self._game, self._seats.fetch()),
            hands=_of(self._game, self._hands.fetch()),
            moves=self._moves.fetch(),
            events=_of(self._game, self._events.fetch()),
            acts=_of(self._game, self._acts.fetch()),
            take_backs=self._take_backs.fetch(),
        )


def _values(row: Model | None) -> list[Any]:
    return [] if row is None else [getattr(row, field.attname) for field in row._meta.concrete_fields]


def _of(game: Game, rows: list[R]) -> list[R]:
    for row in rows:
        row.game = game
    return rows
