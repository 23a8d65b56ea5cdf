"""The rows of a game's page, read in one round trip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

from django.db.models import QuerySet, Subquery

from accounts.models.prepared_query import SAMPLE_ID, PreparedQuery, reads
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack

# If the game changes during each of this many reads, the last read is shown.
READS: Final = 4
R = TypeVar("R", Seat, Hand, GameEvent, Intervention)
_SAMPLE_VERSION: Final = 2_000_000_012


@dataclass(frozen=True)
class TableRows:
    """Seats and hands in order. `moves`: the newest hand's, also those taken back. `is_whole`: the game did not change
    while they were read.
    """

    seats: list[Seat]
    hands: list[Hand]
    moves: list[Move]
    events: list[GameEvent]
    acts: list[Intervention]
    take_backs: list[TakeBack]
    is_whole: bool


def _newest_hands_moves(game: int) -> QuerySet[Move]:
    newest = Hand.objects.filter(game_id=game).order_by("-number").values("pk")[:1]
    return Move.objects.filter(hand_id=Subquery(newest)).order_by("number")


_SEATS: Final = PreparedQuery(
    lambda game: (
        Seat.objects.filter(game_id=game).select_related("user__preferences", "held_by", "orders").order_by("number")
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


def rows_read(game: Game) -> TableRows:
    """Every change raises the version, so the rows agree if it stayed; `game` is refreshed if it did not."""
    for _attempt in range(READS):
        rows = _read(game)
        if rows.is_whole:
            break
        game.refresh_from_db()
    return rows


def _read(game: Game) -> TableRows:
    with reads():
        seats, hands, moves = _SEATS.send(game=game.pk), _HANDS.send(game=game.pk), _MOVES.send(game=game.pk)
        events, acts = _EVENTS.send(game=game.pk), _ACTS.send(game=game.pk)
        take_backs = _TAKE_BACKS.send(game=game.pk)
        # Last, as each query sees what is newest.
        same = _AT_VERSION.send(game=game.pk, version=game.version)
    return TableRows(
        seats=_of(game, seats.fetch()),
        hands=_of(game, hands.fetch()),
        moves=moves.fetch(),
        events=_of(game, events.fetch()),
        acts=_of(game, acts.fetch()),
        take_backs=take_backs.fetch(),
        is_whole=bool(same.fetch()),
    )


def _of(game: Game, rows: list[R]) -> list[R]:
    for row in rows:
        row.game = game
    return rows
