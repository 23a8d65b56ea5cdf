"""Two accounts of one person become one."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameNote, PersonMark, Seat, StandingOrders
from games.selectors.marks import blocked_pairs
from games.services import notify
from games.services.closing import account_games_close, account_games_suspend, games_seated
from games.services.locking import person_seat, seats_of
from games.services.moderation.acting import knows_nothing_hidden
from games.services.ratings import ratings_merge
from games.services.resigning import resign_in_locked_game
from games.services.seats import RUNS, wait_rewrite


@transaction.atomic
def account_games_merge(*, first: User, second: User) -> None:
    """Give the running seats of `second` to `first`; where that one may not have it, it is given up instead: who sits
    there already, has opened cards of the game, had another seat in it or is kept apart by a block from somebody there.

    Open games, queue and invitations of `second` are left; whom it blocked or muted, and who did so to it, goes over,
    and so do its rated games.
    Runs in the transaction that merges the accounts, both of which are locked.
    """
    at = timezone.now()
    for game in games_seated(second, *RUNS):
        seats = seats_of(game)
        seat = person_seat(seats, second)
        if seat is None:
            continue
        if _may_have(game, seats, seat, first):
            _seat_move(game, seats, seat, first, at)
        else:
            resign_in_locked_game(game, second)
    account_games_close(user=second)
    _marks_move(first, second)
    noted = GameNote.objects.filter(user=first).values("game")
    GameNote.objects.filter(user=second).exclude(game__in=noted).update(user=first)
    # The decisions about the second account hold for the first from now on.
    if first.is_suspended:
        account_games_suspend(user=first)
    ratings_merge(first=first, second=second)


def _may_have(game: Game, seats: list[Seat], seat: Seat, first: User) -> bool:
    if person_seat(seats, first) is not None or not knows_nothing_hidden(game, first, at=seat.number):
        return False
    others = [other.user_id for other in seats if other.pk != seat.pk]
    return not any(first.pk in pair for pair in blocked_pairs([first.pk, *others]))


def _seat_move(game: Game, seats: list[Seat], seat: Seat, first: User, at: datetime) -> None:
    """The same person under the other name: no event of the game's record, but the wait begins anew."""
    second = seat.user_id
    game.version += 1
    game.changed_at = at
    seat.user = first
    if seat.held_by_id == second:
        seat.held_by = first
    seat.pause_wanted_at = None
    seat.save(update_fields=["user", "held_by", "pause_wanted_at"])
    StandingOrders.objects.filter(seat=seat).delete()
    if game.host_id == second:
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
