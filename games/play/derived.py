"""Writes columns that repeat what moves say, and rebuilds them."""

from datetime import datetime
from typing import Final

from django.db import connection, transaction

from games.engine import Card, HandState, replay, state_to_json, winners
from games.models import Deadline, Game, Hand, Seat
from games.play.clock.deadline import deadline_write
from games.play.locking import PLAYED, LockedGame, lock_game

DERIVED_OF_HAND_BY_TURN = ("state", "turns_count")
DERIVED_OF_HAND = (*DERIVED_OF_HAND_BY_TURN, "points", "ended_at", "seed", "voided")
# No index of games holds them (games.models.deadline).
DERIVED_BY_TURN = ("version", "to_act", "waiting_since", "bot_acts")
DERIVED_OF_GAME = (*DERIVED_BY_TURN, "changed_at")


def derived_set(locked: LockedGame, state: HandState, *, since: datetime | None = None) -> bool:
    """Set what hand and game repeat of `state`, for the caller to save; return whether a seat is to act. `since`: start
    of the wait, by default now.
    """
    game, hand = locked.game, locked.hand
    hand.state = state_to_json(state)
    hand.points = list(state.points) if state.points is not None and not hand.voided else None
    runs = game.status in PLAYED and not state.over
    game.to_act = state.to_act if runs else None
    game.waiting_since = (since or locked.recorded_at) if runs else None
    game.bot_acts = runs and locked.seats[state.to_act].held_by.is_bot
    return runs


def derived_write(
    locked: LockedGame, state: HandState, *, since: datetime | None = None, points: list[int] | None = None
) -> None:
    """Save what hand, game and seats repeat of `state`; points and winners only when a hand ends. The caller has set
    the game's status and the hand's turn count, end and seed. `since`: start of the wait, by default now. `points`:
    `game_points` with this hand's, if known.
    """
    game, hand = locked.game, locked.hand
    runs = derived_set(locked, state, since=since)
    hand.save(update_fields=None if hand.pk is None else DERIVED_OF_HAND)
    if hand.ended_at is not None:
        points_write(locked, game_points(game) if points is None else points)
    if runs and hand.turns_count:
        game.save(update_fields=DERIVED_OF_GAME)
    elif runs or game.ended_at is not None:
        game.save()


# Django's update of several rows compiles a condition for each row and column.
_WRITE_POINTS: Final = f"""
UPDATE "{Seat._meta.db_table}" s SET points = new.points, is_winner = new.is_winner
FROM unnest(%s::bigint[], %s::smallint[], %s::boolean[]) AS new (id, points, is_winner) WHERE s.id = new.id
"""  # noqa: S608


def points_write(locked: LockedGame, points: list[int]) -> None:
    """Save the points of all seats and, if the game is over, the winners. One query."""
    won = _winners(locked, points)
    for seat in locked.seats:
        seat.points = points[seat.number]
        seat.is_winner = seat.number in won
    rows = [(seat.pk, seat.points, seat.is_winner) for seat in locked.seats]
    with connection.cursor() as cursor:
        cursor.execute(_WRITE_POINTS, [list(column) for column in zip(*rows, strict=True)])


def game_points(game: Game) -> list[int]:
    """The points so far, by seat. One query."""
    points = [0] * game.seats_count
    for scored in game.hands.filter(points__isnull=False, voided=False).values_list("points", flat=True):
        points = [have + more for have, more in zip(points, scored or [], strict=True)]
    return points


def _winners(locked: LockedGame, points: list[int]) -> tuple[int, ...]:
    if locked.game.status != Game.Status.FINISHED:
        return ()
    resigned = [seat.number for seat in locked.seats if seat.resigned_at is not None]
    if locked.game.ending == Game.Ending.RESIGNED:
        return tuple(seat.number for seat in locked.seats if seat.number not in resigned)
    return winners(points, resigned)


def state_from_moves(hand: Hand, seats_count: int) -> HandState:
    """The state of the hand, replayed from its moves. One query."""
    deck = [Card.parse(text) for text in hand.deck]
    turns = hand.moves.valid().order_by("number").values_list("turn", flat=True)
    return replay(deck, seats_count, hand.leader, turns)


@transaction.atomic(durable=True)
def game_rebuild(*, public_id: str) -> None:
    """Rebuild all derived columns from the moves, and a broken deadline. Raises NoSuchGame."""
    derived_rebuild(lock_game(public_id))


def derived_rebuild(locked: LockedGame) -> None:
    """Rebuild the game's derived columns. The current wait keeps its start, which a change of holder or a pause may
    have moved after the last turn.
    """
    game = locked.game
    waits, began = game.to_act, game.waiting_since
    for hand in game.hands.order_by("number"):
        last = hand.moves.order_by("-number").values_list("created_at", "number").first()
        since, hand.turns_count = last if last is not None else (hand.started_at, 0)
        taken_back = hand.take_backs.order_by("-pk").values_list("created_at", flat=True).first()
        since = since if taken_back is None else max(since, taken_back)
        state = state_from_moves(hand, game.seats_count)
        if began is not None and waits == state.to_act and hand.ended_at is None:
            since = max(since, began)
        locked.hand = hand
        derived_write(locked, state, since=since)
    _deadline_mend(locked)


def _deadline_mend(locked: LockedGame) -> None:
    """Give the seat to act a clock if it has none, because the game would hang without it."""
    game, seat = locked.game, locked.seat_to_act
    if game.status not in PLAYED or seat is None:
        return
    holder = seat.held_by
    row = Deadline.objects.filter(pk=game.pk).first()
    is_current = row is not None and row.user_id == (None if holder.is_bot else holder.pk)
    if row is not None and game.status == Game.Status.PAUSED:
        is_current = is_current and row.next_at == game.pause_ends_at
    elif row is not None:
        is_current = is_current and (row.next_at is None) == (row.bot_since is not None) == holder.is_bot
    if not is_current:
        deadline_write(locked)
