"""Merges two accounts of one person."""

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.account_events.closing import account_games_close, account_games_suspend, games_seated
from games.daily.challenges import challenges_merge
from games.daily.services import plays_merge
from games.messages.services import messages_move
from games.models import GameNote, PersonMark, Seat, StandingOrders
from games.moderation.acts.base import may_take_seat
from games.people.block_selectors import blocked_pairs
from games.people.friends import friendships_move
from games.play.locking import PLAYED, LockedGame
from games.play.seats.resign import seat_give_up
from games.play.seats.services import wait_restart
from games.positions.services import answers_merge
from games.ratings.services import ratings_merge
from games.ratings.totals.services import totals_merge
from games.records.archive.writing import archive_merge
from games.records.services import records_merge
from games.weekly.services import weeks_merge


@transaction.atomic
def account_games_merge(*, first: User, second: User) -> None:
    """Give the running seats of `second` to `first`, or resign those that `first` may not have: if it sits or sat in
    the game, has seen its cards, or a block keeps players apart. Open games, queue and invitations of `second` are
    left; marks, friends and their messages, shared hands, positions, imported and rated games move. Runs in the
    merging transaction, with both accounts locked.
    """
    for locked in games_seated(second, *PLAYED):
        seat = locked.admit(second)
        if _may_have(locked, seat, first):
            _seat_move(locked, seat, first)
        else:
            seat_give_up(locked, seat)
    account_games_close(user=second)
    _marks_move(first, second)
    friendships_move(first=first, second=second)
    messages_move(first=first, second=second)
    noted = GameNote.objects.filter(user=first).values("game")
    GameNote.objects.filter(user=second).exclude(game__in=noted).update(user=first)
    plays_merge(first=first, second=second)
    weeks_merge(first=first, second=second)
    challenges_merge(first=first, second=second)
    answers_merge(first=first, second=second)
    records_merge(first=first, second=second)
    archive_merge(first=first, second=second)
    # Decisions about the second account now hold for the first.
    if first.is_suspended:
        account_games_suspend(user=first)
    ratings_merge(first=first, second=second)
    totals_merge(first=first, second=second)


def _may_have(locked: LockedGame, seat: Seat, first: User) -> bool:
    if locked.seat_of(first) is not None or not may_take_seat(locked.game, first, seat.number):
        return False
    others = [other.user_id for other in locked.seats if other.pk != seat.pk]
    return not any(first.pk in pair for pair in blocked_pairs([first.pk, *others]))


def _seat_move(locked: LockedGame, seat: Seat, first: User) -> None:
    """Give the seat to `first`. It is the same person, so the record gets no event, but the turn's wait restarts."""
    game, second = locked.game, seat.user_id
    locked.next_version()
    seat.user = first
    if seat.held_by_id == second:
        seat.held_by = first
    seat.pause_wanted_at = seat.sprint_wanted_at = seat.sprint_declined_at = None
    seat.save(update_fields=["user", "held_by", "pause_wanted_at", "sprint_wanted_at", "sprint_declined_at"])
    StandingOrders.objects.filter(seat=seat).delete()
    if game.host_id == second:
        game.host = first
    wait_restart(locked, seat)
    on_commit.seat_changed(game, seat)


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
