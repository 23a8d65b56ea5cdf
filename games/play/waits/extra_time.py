"""Gives extra time for a turn."""

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.clocks import Pace, granted
from games.errors import Refused
from games.models import Deadline, Game, Seat
from games.play.clock.deadline import deadline_extend
from games.play.clock.selectors import extra_time, wait_calendar
from games.play.errors import ExtraTimeReason, PlayReason
from games.play.locking import RUNNING, lock_game
from games.play.waits.pauses import check_is_active


@transaction.atomic(durable=True)
def time_grant(*, public_id: str, user: User, version: int | None = None) -> Deadline:
    """Give the player to act more time, once a turn (see `granted`). Raises NoSuchGame, Refused(STALE_VERSION,
    NOT_RUNNING, ALREADY_RESIGNED, SEAT_NOT_HELD, NO_MORE_TIME, OWN_TIME, BOT_TO_ACT, ALREADY_GRANTED).
    """
    locked = lock_game(public_id, player=user, version=version, status=RUNNING)
    game, acts = locked.game, locked.seat_to_act
    if acts is None:
        raise Refused(PlayReason.NOT_RUNNING)
    check_is_active(locked.seat, user)
    _check_may_have_more(game, acts, user)
    if extra_time(locked.hand).pk is not None:
        raise Refused(ExtraTimeReason.ALREADY_GRANTED)
    row = Deadline.objects.get(pk=game.pk)
    more = granted(wait_calendar(game, acts, row, ()), Pace(game.pace))
    row = deadline_extend(locked, more=more, by=user)
    on_commit.seat_changed(game, acts)
    return row


def _check_may_have_more(game: Game, acts: Seat, user: User) -> None:
    if game.plays_live or not Pace(game.pace).may_stop:
        raise Refused(ExtraTimeReason.NO_MORE_TIME)
    if acts.user_id == user.pk:
        raise Refused(ExtraTimeReason.OWN_TIME)
    if acts.held_by.is_bot:
        raise Refused(ExtraTimeReason.BOT_TO_ACT)
