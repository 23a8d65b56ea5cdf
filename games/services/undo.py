"""A player takes back the turn just taken."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NoSuchGame, Refused
from games.models import Deadline, Game, Hand, Seat, TakeBack
from games.play.errors import PlayReason, UndoReason
from games.selectors.undo import MOST_A_HAND, takes_back, undo_ready, undone_in_hand
from games.services import notify
from games.services.deadlines import deadline_write
from games.services.locking import check_version, locked_game, person_seat, running_hand, seats_of
from games.services.orders.keeping import orders_lapse
from games.services.outbox import turn_notice_write
from games.services.withdrawing import turns_withdraw


@transaction.atomic(durable=True)
def turn_undo(*, public_id: str, user: User, version: int | None = None) -> Game:
    """Take back the person's own last turn, while nothing has happened since and the hand goes on.

    At most three a hand. The seat's clock goes on as if the turn had not been taken, the time since included: nobody
    gains time. Own standing orders lapse, or they would only take the turn again; those of others stand as they stood
    before the turn. All who watch are told.

    Raises NoSuchGame for who has no seat or does not hold it, Refused(STALE_VERSION, OFF, NOT_RUNNING,
    NO_TURN, TOO_OFTEN, TOO_LATE).
    """
    game = locked_game(public_id)
    seats = seats_of(game)
    seat = person_seat(seats, user)
    if seat is None or seat.held_by_id != user.pk:
        raise NoSuchGame(public_id)
    check_version(game, version)
    if not takes_back(game):
        raise Refused(UndoReason.OFF)
    if game.status != Game.Status.RUNNING:
        raise Refused(PlayReason.NOT_RUNNING)
    _undo(game, seats, seat, running_hand(game))
    return game


def _undo(game: Game, seats: list[Seat], seat: Seat, hand: Hand) -> None:
    moves = list(hand.moves.standing().order_by("number"))
    clock = Deadline.objects.get(pk=game.pk)
    if not moves or clock.left_before is None or not undo_ready(game, seat, moves[-1], clock):
        raise Refused(UndoReason.NO_TURN)
    if undone_in_hand(TakeBack.objects.filter(hand=hand), seat) >= MOST_A_HAND:
        raise Refused(UndoReason.TOO_OFTEN)
    last, left, at = moves[-1], clock.left_before, timezone.now()
    keep = moves[-2].number if len(moves) > 1 else 0
    turns_withdraw(game=game, seats=seats, hand=hand, taken=[last], keep=keep, actor=seat.held_by, at=at)
    orders_lapse([seat], at)
    # Read from the turn on: what has gone by since then is gone.
    row = deadline_write(game, seats, last.created_at, left=left)
    if row.due_at is not None and row.due_at <= at:
        raise Refused(UndoReason.TOO_LATE)
    turn_notice_write(game, seat, at)
    notify.game_changed(game, seats)
