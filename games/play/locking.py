"""Games fetched, authorised, locked and compared in one call.

Order of locks: accounts by id (games.people.locking), games by id, then rows below them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from accounts.fast.pipeline import pipeline
from accounts.fast.queries import SAMPLE_ID, PreparedQuery
from accounts.models import User
from games.engine import HandState, state_from_json
from games.errors import NoSuchGame, Refused
from games.models import Game, Hand, Seat
from games.play.errors import PlayReason

OPEN: Final = (Game.Status.OPEN,)
RUNNING: Final = (Game.Status.RUNNING,)
# A pause stops only the clock.
PLAYED: Final = (Game.Status.RUNNING, Game.Status.PAUSED)
FINISHED: Final = (Game.Status.FINISHED,)
ENDED: Final = (Game.Status.FINISHED, Game.Status.CANCELLED)
_NOT_IN_STATUS: Final = {
    OPEN: PlayReason.NOT_OPEN,
    RUNNING: PlayReason.NOT_RUNNING,
    PLAYED: PlayReason.NOT_RUNNING,
    FINISHED: PlayReason.NOT_FINISHED,
}


@dataclass(slots=True, eq=False)
class LockedGame:
    """A game locked until the transaction ends, or created in it. `now`: the time of all writes but those in the game's
    record. Seats (unless given) and hand are read on first use, one query each.
    """

    game: Game
    now: datetime = field(default_factory=timezone.now)
    _seats: list[Seat] | None = field(default=None, repr=False)
    _hand: Hand | None = field(default=None, init=False, repr=False)
    _player: Seat | None = field(default=None, init=False, repr=False)

    @property
    def recorded_at(self) -> datetime:
        """The time of what is written to the game's record: now, or that of its last entry if the clock has gone back
        since, because no entry may come before another.
        """
        return max(self.now, self.game.changed_at, self.game.waiting_since or self.now)

    @property
    def seats(self) -> list[Seat]:
        """The seats in order, with holders, preferences and planned turns."""
        if self._seats is None:
            self._seats = list(_with_people(self.game.seats.all()))
        return self._seats

    @classmethod
    def of_rows(cls, game: Game, seats: list[Seat], hands: list[Hand]) -> LockedGame:
        """Make one of rows that are locked. `hands`: the running one, if any."""
        locked = cls(game, _seats=seats)
        locked._hand = next(iter(hands), None)
        for seat in seats:
            seat.game = game
        for hand in hands:
            hand.game = game
        return locked

    def reread_seats(self) -> None:
        """Read the seats again on next use, after one was taken or freed."""
        self._seats = None

    @property
    def hand(self) -> Hand:
        """The running hand, even after it was closed. Raises Hand.DoesNotExist if none runs."""
        if self._hand is None:
            self._hand = self.game.hands.get(ended_at__isnull=True)
        return self._hand

    @hand.setter
    def hand(self, dealt: Hand) -> None:
        self._hand = dealt

    @property
    def state(self) -> HandState:
        return state_from_json(self.hand.state)

    @property
    def seat(self) -> Seat:
        """The seat of the `player` given to `admit` or `lock_game`."""
        assert self._player is not None
        return self._player

    def is_among_bots(self, seat: Seat) -> bool:
        """Whether all other seats are bots'."""
        return all(other.kind == Seat.Kind.BOT for other in self.seats if other.number != seat.number)

    def is_unhurried(self, seat: Seat) -> bool:
        """Whether neither a person nor a time limit waits for the seat's turn."""
        return self.game.pace == Game.Pace.NONE and self.is_among_bots(seat)

    def seat_of(self, user: User) -> Seat | None:
        """The person's seat, even while a bot holds it, or None."""
        return next((seat for seat in self.seats if seat.user_id == user.pk), None)

    def admit(self, user: User, *, holds: bool = False) -> Seat:
        """Set `seat` to the person's. Raises NoSuchGame if they have none, or if `holds` and a bot holds it."""
        seat = self.seat_of(user)
        if seat is None or (holds and seat.held_by_id != user.pk):
            raise NoSuchGame(self.game.public_id)
        self._player = seat
        return seat

    @property
    def seat_to_act(self) -> Seat | None:
        """The seat to act, or None before the start and after the end."""
        return None if self.game.to_act is None else self.seats[self.game.to_act]

    def check_version(self, version: int | None) -> None:
        """Check that the game is at this version, unless it is None. Raises Refused(STALE_VERSION)."""
        if version is not None and version != self.game.version:
            raise Refused(PlayReason.STALE_VERSION)

    def check_status(self, status: tuple[Game.Status, ...] | None) -> None:
        """Check that the game has one of these statuses, unless it is None. Raises Refused(NOT_OPEN, NOT_RUNNING or
        NOT_FINISHED).
        """
        if status is not None and self.game.status not in status:
            raise Refused(_NOT_IN_STATUS[status])

    def next_version(self, *, step: int = 1) -> int:
        """Raise the game's version and return it. The caller saves the game."""
        self.game.version += step
        self.game.changed_at = self.recorded_at
        return self.game.version


def _with_people(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.select_related("held_by__preferences", "orders").order_by("number")


def lock_game(
    public_id: str,
    *,
    player: User | None = None,
    holds: bool = False,
    version: int | None = None,
    status: tuple[Game.Status, ...] | None = None,
    now: datetime | None = None,
) -> LockedGame:
    """Lock a game for `player`, at the `version` they saw and in one of the statuses in `status`.

    Raises, in this order: NoSuchGame if the game or the player's seat is missing, or if `holds` and a bot holds the
    seat; Refused(STALE_VERSION); Refused(NOT_OPEN, NOT_RUNNING or NOT_FINISHED). `now`: for transactions that lock
    several games.
    """
    try:
        game = Game.objects.select_for_update(of=("self",)).get(public_id=public_id)
    except Game.DoesNotExist as missing:
        raise NoSuchGame(public_id) from missing
    locked = LockedGame(game, now or timezone.now())
    if player is not None:
        locked.admit(player, holds=holds)
    locked.check_version(version)
    locked.check_status(status)
    return locked


_GAMES: Final = Game.objects.select_related("deadline").select_for_update(of=("self",))
_HANDS: Final = Hand.objects.defer("deck").filter(ended_at__isnull=True)
SEATS: Final = PreparedQuery(lambda key: _with_people(Seat.objects.filter(game_id=key)), key=SAMPLE_ID)


@dataclass(frozen=True, slots=True)
class _TurnQueries:
    """The queries for everything that a turn needs of a game, which is found by a key."""

    games: PreparedQuery[Game]
    seats: PreparedQuery[Seat]
    hands: PreparedQuery[Hand]

    def lock(self, key: int | str) -> LockedGame | None:
        """Lock the game and read it in one round trip. The deadline was read before the wait for the lock. Turns taken
        while it waited show in the version, but extra time does not.
        """
        with pipeline():
            games = self.games.send(key=key)
            seats, hands = self.seats.send(key=key), self.hands.send(key=key)
        return next((LockedGame.of_rows(game, seats.fetch(), hands.fetch()) for game in games.fetch()), None)


_BY_PUBLIC_ID: Final = _TurnQueries(
    PreparedQuery(lambda key: _GAMES.filter(public_id=key), key="(a public id)"),
    PreparedQuery(lambda key: _with_people(Seat.objects.filter(game__public_id=key)), key="(a public id)"),
    PreparedQuery(lambda key: _HANDS.filter(game__public_id=key), key="(a public id)"),
)
_BY_ID: Final = _TurnQueries(
    PreparedQuery(lambda key: _GAMES.filter(pk=key), key=SAMPLE_ID),
    SEATS,
    PreparedQuery(lambda key: _HANDS.filter(game_id=key), key=SAMPLE_ID),
)


def lock_for_turn(public_id: str, player: User) -> LockedGame:
    """Lock a game for a person who plays one of its seats. One round trip. Raises NoSuchGame."""
    locked = _BY_PUBLIC_ID.lock(public_id)
    if locked is None:
        raise NoSuchGame(public_id)
    locked.admit(player, holds=True)
    return locked


def lock_for_turn_if(game_id: int, *, version: int) -> LockedGame | None:
    """Lock the game if it runs and is at that version; otherwise return None. One round trip."""
    locked = _BY_ID.lock(game_id)
    is_current = locked is not None and locked.game.version == version and locked.game.status in RUNNING
    return locked if is_current else None


def lock_game_if(game_id: int, *, version: int | None = None, status: Collection[str] = ()) -> LockedGame | None:
    """Lock the game, or return None if it is gone, at another version or in another status."""
    games = Game.objects.select_for_update(of=("self",)).filter(pk=game_id)
    if version is not None:
        games = games.filter(version=version)
    if status:
        games = games.filter(status__in=status)
    game = games.first()
    return None if game is None else LockedGame(game)


def lock_games(games: QuerySet[Game]) -> None:
    """Lock the games in the order of their ids, so that the caller can then use them in any order. One query."""
    list(games.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
