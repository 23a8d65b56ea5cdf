"""Players of a game's seats, now and before, as shown to one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accounts.models import User
from games.models import Seat
from games.play.seats.replaced_players import ReplacedPlayer
from games.play.selectors import seat_names


@dataclass(frozen=True, slots=True)
class Player:
    """A player on a game's page. `handle`: "" if there is no public profile. `is_bot`: one of this site."""

    pk: int
    name: str
    handle: str
    seat: int
    is_me: bool
    is_bot: bool
    avatar: int | None = None
    is_guest: bool = False
    is_outside_bot: bool = False

    @property
    def stem(self) -> str:
        """A bot's name without the number that distinguishes its seats."""
        return self.name.removesuffix(f" {self.double}") if self.double else self.name

    @property
    def double(self) -> str:
        number = self.name.rpartition(" ")[2]
        return number if self.is_bot and number.isdecimal() and number != self.name else ""


@dataclass(frozen=True)
class SeatHistory:
    """The players of the seats over time. `replaced`: in order, each until a version."""

    players: Sequence[Player]
    replaced: Sequence[tuple[ReplacedPlayer, Player]]

    def at(self, seat: int, version: int) -> Player:
        sat = (player for former, player in self.replaced if former.sat_at(seat, version))
        return next(sat, self.players[seat])


def table_players(seats: Sequence[Seat], mine: Seat | None) -> list[Player]:
    return [_player(seat, name, mine) for seat, name in zip(seats, seat_names(seats), strict=True)]


def is_alone(players: Iterable[Player]) -> bool:
    """Whether a single person is seated, with bots."""
    return sum(not player.is_bot for player in players) <= 1


def _player(seat: Seat, name: str, mine: Seat | None) -> Player:
    linked = seat.user.is_person
    return Player(
        pk=seat.user_id,
        name=name,
        handle=seat.user.handle if linked else "",
        seat=seat.number,
        is_me=mine is not None and seat.number == mine.number,
        is_bot=seat.kind == Seat.Kind.BOT,
        avatar=seat.user.avatar,
        is_guest=seat.user.is_guest,
        is_outside_bot=seat.user.is_outside_bot,
    )


def replaced_player_view(former: ReplacedPlayer, user: User | None) -> Player:
    """The former player of a seat. They see their own turns as their own, from any seat."""
    person = former.user
    handle = "" if person.erased_at is not None else person.handle
    is_me = user is not None and user.pk == person.pk
    return Player(
        person.pk, person.name, handle, former.seat, is_me=is_me, is_bot=False, avatar=person.avatar,
        is_guest=person.is_guest, is_outside_bot=person.is_outside_bot,
    )  # fmt: skip
