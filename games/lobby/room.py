"""The waiting room as one viewer sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accounts.models import User
from games.lobby.limits import may_seat_guest
from games.models import Game, Invitation, Seat
from games.people.block_selectors import blocked_pairs
from games.people.friend_selectors import friends_and_opponents
from games.people.reliability import Reliability, reliability_by_account
from games.play.selectors import seat_names

SUGGESTED: Final = 8


@dataclass(frozen=True)
class RoomPlace:
    """A place in the waiting room. `seat` is None for a free seat."""

    number: int
    seat: Seat | None
    name: str


@dataclass(frozen=True)
class WaitingRoom:
    """A waiting room as one viewer sees it. `invited`: the viewer's open invitation. `invitations`: for seated viewers.
    `missing`: names of the first game's players whose accounts are closed. `removed`: by the host. `apart`: a block
    with the host. `unfit`: too few turns in time, and not invited. `guest`: one who may not join here. `reliability`:
    by account.
    """

    game: Game
    places: list[RoomPlace]
    mine: Seat | None
    invited: Invitation | None
    invitations: list[Invitation]
    missing: list[str]
    removed: bool
    apart: bool
    unfit: bool
    guest: bool
    reliability: Mapping[int, Reliability]

    @property
    def free(self) -> int:
        return sum(place.seat is None for place in self.places)

    @property
    def is_host(self) -> bool:
        return self.mine is not None and self.mine.user_id == self.game.host_id

    @property
    def is_for_people(self) -> bool:
        """Whether another person is seated or may join."""
        others = (place.seat for place in self.places if place.seat is None or place.seat != self.mine)
        return any(seat is None or seat.kind == Seat.Kind.PERSON for seat in others)

    @property
    def unanswered(self) -> list[Seat]:
        """Other players who have yet to contribute or decline."""
        seats = [place.seat for place in self.places if place.seat]
        return [seat for seat in seats if seat.answered_at is None and seat != self.mine]

    @property
    def must_answer(self) -> bool:
        return self.mine is not None and self.mine.answered_at is None


def waiting_room(game: Game, viewer: User | None, *, by_link: bool = False) -> WaitingRoom:
    """An open game's; `viewer` None is a visitor. Three queries, one more for a rematch, one for a viewer without a
    seat.
    """
    seats = {seat.number: seat for seat in game.seats.select_related("user").order_by("number")}
    names = dict(zip(seats, seat_names(list(seats.values())), strict=True))
    mine = next((seat for seat in seats.values() if viewer is not None and seat.user_id == viewer.pk), None)
    invitations = list(game.invitations.select_related("user", "invited_by").order_by("created_at"))
    seated = {seat.user_id for seat in seats.values()}
    open_ones = [one for one in invitations if one.declined_at is None and one.user_id not in seated]
    invited = next((one for one in open_ones if viewer is not None and one.user_id == viewer.pk), None)
    known = reliability_by_account(seated | {viewer.pk} if viewer is not None else seated)
    return WaitingRoom(
        game=game,
        places=[RoomPlace(number, seats.get(number), names.get(number, "")) for number in range(game.seats_count)],
        mine=mine,
        invited=invited,
        invitations=[one for one in invitations if one.user_id not in seated] if mine is not None else [],
        missing=_missing(game),
        removed=any(one.barred_at is not None and one.user_id == viewer.pk for one in invitations if viewer),
        apart=viewer is not None and mine is None and _is_blocked(game, viewer, invited),
        unfit=viewer is not None
        and invited is None
        and not by_link
        and not known[viewer.pk].meets(game.min_reliability),
        guest=viewer is not None
        and viewer.is_guest
        and not may_seat_guest(game, welcome=by_link or invited is not None),
        reliability=known,
    )


def whom_to_invite(room: WaitingRoom, user: User) -> list[User]:
    """People to suggest: friends, then recent opponents, of a seated person in a game with free seats. One query."""
    known = {one.user_id for one in room.invitations} | {place.seat.user_id for place in room.places if place.seat}
    return friends_and_opponents(user, without=known, most=SUGGESTED)


def _is_blocked(game: Game, viewer: User, invited: Invitation | None) -> bool:
    theirs = {game.host_id} if invited is None else {game.host_id, invited.invited_by_id}
    return any(viewer.pk in pair for pair in blocked_pairs({viewer.pk, *theirs}))


def _missing(game: Game) -> list[str]:
    if game.rematch_of_id is None:
        return []
    seats = Seat.objects.filter(game=game.rematch_of_id, kind=Seat.Kind.PERSON).select_related("user")
    return [seat.user.name for seat in seats.order_by("number") if not seat.user.can_log_in]


def was_removed(public_id: str, user: User) -> bool:
    """Whether the host removed the person from the game. One query."""
    return Invitation.objects.filter(game__public_id=public_id, user=user, barred_at__isnull=False).exists()
