"""Two accounts of one person become one."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, PersonMark, Seat, StandingOrders
from games.services import notify
from games.services.closing import account_games_close, account_games_suspend, games_seated
from games.services.locking import person_seat, seats_of
from games.services.resigning import resign_in_locked_game
from games.services.seats import RUNS, wait_rewrite


@transaction.atomic
def account_games_merge(*, first: User, second: User) -> None:
    """Give the running seats of `second` to `first`; where that one sits in the same game, it is given up instead.

    Open games, queue and invitations of `second` are left; whom it blocked or muted, and who did so to it, goes over.
    Runs in the transaction that merges the accounts, both of which are locked.
    """
    at = timezone.now()
    for game in games_seated(second, *RUNS):
        seats = seats_of(game)
        if person_seat(seats, first) is not None:
            resign_in_locked_game(game, second)
        else:
            _seat_move(game, seats, first, second, at)
    account_games_close(user=second)
    _marks_move(first, second)
    # The decisions about the second account hold for the first from now on.
    if first.is_suspended:
        account_games_suspend(user=first)


def _seat_move(game: Game, seats: list[Seat], first: User, second: User, at: datetime) -> None:
    """The same person under the other name: no event of the game's record, but the wait begins anew."""
    seat = person_seat(seats, second)
    assert seat is not None
    game.version += 1
    game.changed_at = at
    seat.user = first
    if seat.held_by_id == second.pk:
        seat.held_by = first
    seat.pause_wanted_at = None
    seat.save(update_fields=["user", "held_by", "pause_wanted_at"])
    StandingOrders.objects.filter(seat=seat).delete()
    if game.host_id == second.pk:
        game.host = first
    wait_rewrite(game, seats, seat, at)
    notify.seat_changed(game, seat)


def _marks_move(first: User, second: User) -> None:
    for mark in PersonMark.objects.filter(user=second).exclude(other=first):
        PersonMark.objects.get_or_create(
            user=first, other_id=mark.other_id, kind=mark.kind, defaults={"created_at": mark.created_at}
        )
    for mark in PersonMark.objects.filter(other=second).exclude(user=first):
        PersonMark.objects.get_or_create(
            user_id=mark.user_id, other=first, kind=mark.kind, defaults={"created_at": mark.created_at}
        )
    PersonMark.objects.filter(user=second).delete()
    PersonMark.objects.filter(other=second).delete()
