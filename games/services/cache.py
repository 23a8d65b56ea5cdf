"""The one place that writes what rows repeat of the moves, and that can make it anew from them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine import Card, HandState, replay, state_to_json, winners
from games.models import Deadline, Game, Hand, Seat
from games.services.deadlines import deadline_write
from games.services.locking import locked_game, seats_of

# What a turn changes; the rest of the rows is left alone, as it is most of them.
HAND_CACHE = ["state", "turns_count", "points", "ended_at", "seed", "voided"]
GAME_CACHE = ["version", "changed_at", "to_act", "waiting_since", "bot_acts"]


def cache_write(
    *, game: Game, seats: list[Seat], hand: Hand, state: HandState, turns_count: int, waiting_since: datetime
) -> None:
    """Save what hand, game and seats repeat of `state`, which `turns_count` turns of `hand` led to.

    The game's row is locked; its status and the hand's end and seed are set by the caller. Points and winners are
    worked out only where a hand has ended, from all hands of the game.
    """
    hand.state = state_to_json(state)
    hand.turns_count = turns_count
    hand.points = list(state.points) if state.points is not None and not hand.voided else None
    hand.save(update_fields=None if hand.pk is None else HAND_CACHE)
    runs = game.status in (Game.Status.RUNNING, Game.Status.PAUSED) and not state.over
    game.to_act = state.to_act if runs else None
    game.waiting_since = waiting_since if runs else None
    game.bot_acts = runs and seats[state.to_act].held_by.is_bot
    if hand.ended_at is not None:
        standing_write(game, seats)
    if runs and hand.turns_count:
        game.save(update_fields=GAME_CACHE)
    elif runs or game.ended_at is not None:
        game.save()


def standing_write(game: Game, seats: list[Seat]) -> None:
    """Save each seat's points, and who won where the game is over."""
    points = points_of(game)
    won = _winners(game, seats, points)
    for seat in seats:
        seat.points = points[seat.number]
        seat.is_winner = seat.number in won
    Seat.objects.bulk_update(seats, ["points", "is_winner"])


def points_of(game: Game) -> list[int]:
    """Points by seat: the sum over the hands that are over and not void. One query."""
    points = [0] * game.seats_count
    for scored in game.hands.filter(points__isnull=False, voided=False).values_list("points", flat=True):
        points = [have + more for have, more in zip(points, scored or [], strict=True)]
    return points


def _winners(game: Game, seats: list[Seat], points: list[int]) -> tuple[int, ...]:
    if game.status != Game.Status.FINISHED:
        return ()
    resigned = [seat.number for seat in seats if seat.resigned_at is not None]
    if game.ending == Game.Ending.RESIGNED:
        return tuple(seat.number for seat in seats if seat.number not in resigned)
    return winners(points, resigned)


def state_from_moves(hand: Hand, seats_count: int) -> HandState:
    """The hand's state worked out from its deck and the moves that stand. One query."""
    deck = [Card.parse(text) for text in hand.deck]
    turns = hand.moves.standing().order_by("number").values_list("turn", flat=True)
    return replay(deck, seats_count, hand.leader, turns)


@transaction.atomic(durable=True)
def game_rebuild(*, public_id: str) -> None:
    """Write all caches of a game anew from its moves, and a clock where it has none that fits. Raises NoSuchGame."""
    rebuild_in_locked_game(locked_game(public_id))


def rebuild_in_locked_game(game: Game) -> None:
    """`game_rebuild` for a caller that holds the game's lock.

    A wait that is that of the seat to act keeps its beginning: it may have begun later than with the last turn, as
    when the seat changed hands or a pause ended.
    """
    seats = seats_of(game)
    waits, began = game.to_act, game.waiting_since
    for hand in game.hands.order_by("number"):
        last = hand.moves.order_by("-number").values_list("created_at", "number").first()
        since, count = last if last is not None else (hand.started_at, 0)
        taken_back = hand.take_backs.order_by("-pk").values_list("created_at", flat=True).first()
        since = since if taken_back is None else max(since, taken_back)
        state = state_from_moves(hand, game.seats_count)
        if began is not None and waits == state.to_act and hand.ended_at is None:
            since = max(since, began)
        cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=count, waiting_since=since)
    _clock_mend(game, seats)


def _clock_mend(game: Game, seats: list[Seat]) -> None:
    """Begin the wait anew where no clock runs for the seat to act, such as in rows from elsewhere: it would hang."""
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED) or game.to_act is None:
        return
    holder = seats[game.to_act].held_by
    row = Deadline.objects.filter(pk=game.pk).first()
    fits = row is not None and row.user_id == (None if holder.is_bot else holder.pk)
    if row is not None and game.status == Game.Status.PAUSED:
        fits = fits and row.next_at == game.pause_ends_at
    elif row is not None:
        fits = fits and (row.next_at is None) == holder.is_bot
    if not fits:
        deadline_write(game, seats, timezone.now())
