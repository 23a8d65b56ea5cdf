"""Fetch and lock a game. Order of locks: accounts (games.people.locking), then games by id, then rows below them."""

from collections.abc import Iterable

from accounts.models import User
from games.errors import NoSuchGame, Refused
from games.models import Game, Hand, Seat
from games.play.errors import PlayReason


def locked_game(public_id: str, *, clock: bool = False) -> Game:
    """The game, its row locked until the transaction ends. Raises NoSuchGame.

    `clock`: the row of its deadline comes along, as it was when the wait for the lock began: a turn since then shows in
    the game's version, more time given since then does not.
    """
    games = Game.objects.select_related("deadline") if clock else Game.objects.all()
    try:
        return games.select_for_update(of=("self",)).get(public_id=public_id)
    except Game.DoesNotExist as missing:
        raise NoSuchGame(public_id) from missing


def games_lock(ids: Iterable[int | None]) -> None:
    """Lock these games in the order of their ids, for who changes several in one transaction in another order."""
    games = Game.objects.select_for_update(of=("self",)).filter(pk__in={pk for pk in ids if pk is not None})
    list(games.order_by("pk").values_list("pk", flat=True))


def check_version(game: Game, version: int | None) -> None:
    """Refuse what was asked of a game that has changed since. None is a caller that saw no version."""
    if version is not None and version != game.version:
        raise Refused(PlayReason.STALE_VERSION)


def seats_of(game: Game) -> list[Seat]:
    """The taken seats in order. The game's row is locked, so they stay as they are."""
    return list(game.seats.select_related("held_by__preferences", "orders").order_by("number"))


def running_hand(game: Game) -> Hand:
    """The hand that is being played. The game's row is locked."""
    return game.hands.get(ended_at__isnull=True)


def person_seat(seats: Iterable[Seat], user: User) -> Seat | None:
    """The seat whose owner is `user`, or None."""
    return next((seat for seat in seats if seat.user_id == user.pk), None)
