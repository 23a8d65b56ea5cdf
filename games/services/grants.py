"""More time for another seat."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.clocks import Pace, granted
from games.errors import NoSuchGame, Refused
from games.models import Deadline, Game, Seat
from games.play.errors import ExtraTimeReason, PlayReason
from games.selectors.clocks import calendar_of
from games.services import notify
from games.services.deadlines import deadline_extend
from games.services.locking import check_version, locked_game, person_seat, seats_of
from games.services.pauses import check_holds


@transaction.atomic(durable=True)
def time_grant(*, public_id: str, user: User, version: int | None = None) -> Deadline:
    """Give the person who is to act a day more, once a turn, at paces whose clocks may stop (`granted`).

    Raises NoSuchGame, Refused(STALE_VERSION, NOT_RUNNING, ALREADY_RESIGNED, SEAT_NOT_HELD, NO_MORE_TIME, OWN_TIME,
    BOT_TO_ACT, ALREADY_GRANTED).
    """
    game = locked_game(public_id)
    seats = seats_of(game)
    seat = person_seat(seats, user)
    if seat is None:
        raise NoSuchGame(public_id)
    check_version(game, version)
    if game.status != Game.Status.RUNNING or game.to_act is None:
        raise Refused(PlayReason.NOT_RUNNING)
    check_holds(seat, user)
    _check_may_have_more(game, seats[game.to_act], user)
    row = Deadline.objects.get(pk=game.pk)
    if row.granted_by_id is not None:
        raise Refused(ExtraTimeReason.ALREADY_GRANTED)
    acts = seats[game.to_act]
    more = granted(calendar_of(game, acts, row, ()), Pace(game.pace))
    row = deadline_extend(game, seats, timezone.now(), more=more, by=user)
    notify.seat_changed(game, acts)
    return row


def _check_may_have_more(game: Game, acts: Seat, user: User) -> None:
    if not Pace(game.pace).may_stop:
        raise Refused(ExtraTimeReason.NO_MORE_TIME)
    if acts.user_id == user.pk:
        raise Refused(ExtraTimeReason.OWN_TIME)
    if acts.held_by.is_bot:
        raise Refused(ExtraTimeReason.BOT_TO_ACT)
