"""Review of a finished game: what the strongest bot would have done at each of a player's turns.

It runs in steps of seconds, one at a time on the whole site, so that bots' turns and emails are not delayed. Each step
queues the next, of the oldest request, and names the number of turns done, so that a duplicate stops.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final, TypeGuard

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import sweep
from accounts.transactions.advisory_locks import Lock, lock_if_free
from games import on_commit
from games.bots import REGISTRY, Estimate, strongest_estimator
from games.engine import HandState, legal_turns, observe, parse_turn
from games.errors import NoSuchGame
from games.history.review_selectors import states_before
from games.models import Game, Hand, Move, Seat, SeatReview
from games.play.locking import FINISHED, lock_game

# To find the best turn, and the same again to compare it with the one taken.
BUDGET_MS: Final = 500
STEP_S: Final = 3.0
# A step not finished after this time, queue included, was lost.
STEP_TIMEOUT: Final = timedelta(minutes=2)
MAX_TRIES: Final = 4
_OWN: Final = (Move.By.PLAYER, Move.By.AUTO)


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A reviewed turn. `expected`: the points that the seat can expect to be left with after `best`. `loss`: how many
    more after `turn`.
    """

    hand: int
    number: int
    place: int
    turn: str
    best: str
    loss: float
    options: int
    expected: float


@dataclass(frozen=True, slots=True)
class _Question:
    hand: int
    move: Move
    place: int
    state: HandState
    points: tuple[int, ...]
    target: int | None
    history: tuple[tuple[int, str], ...]


@transaction.atomic(durable=True)
def review_ask(*, public_id: str, user: User) -> SeatReview:
    """Request a review of the person's turns in a finished game. Repeats return the same one; failed ones restart.
    Raises NoSuchGame without a seat, Refused(NOT_FINISHED).
    """
    locked = lock_game(public_id)
    game = locked.game
    seat = game.seats.filter(user=user, kind=Seat.Kind.PERSON).first()
    if seat is None:
        raise NoSuchGame(public_id)
    locked.check_status(FINISHED)
    row, made = SeatReview.objects.get_or_create(
        game=game, seat=seat.number, defaults={"asked_at": locked.now, "bot": strongest_estimator()[0].name}
    )
    if row.status == SeatReview.Status.FAILED:
        row.status, row.tries, row.asked_at, row.begun_at = SeatReview.Status.ASKED, 0, locked.now, None
        row.save()
        made = True
    if made:
        on_commit.review_is_due(row.pk, len(row.turns))
    return row


def review_work(*, review_id: int, done: int) -> bool:
    """Work for some seconds on a review with `done` turns; False if there was nothing to do or a step of any review
    runs, which queues the next. Harmless when run twice; no row lock while computing.
    """
    if not _wanted(SeatReview.objects.filter(pk=review_id).first(), done):
        return False
    held = False
    try:
        with lock_if_free(Lock.SWEEP, "review") as held:
            return held and _step(review_id, done)
    finally:
        # After the lock is released, reviews that were turned away are visible.
        if held:
            _next_queue(_next())


def _wanted(row: SeatReview | None, done: int) -> TypeGuard[SeatReview]:
    return row is not None and row.status == SeatReview.Status.ASKED and len(row.turns) == done


def _step(review_id: int, done: int) -> bool:
    row = _step_begun(review_id, done)
    if row is None:
        return False
    found, whole = _worked_out(row, done)
    return _step_ended(review_id, done, found, whole=whole)


def _next() -> SeatReview | None:
    """The review asked for first that no step works on; one whose step failed goes last."""
    at_rest = Q(tries=0) | Q(begun_at__lte=timezone.now() - STEP_TIMEOUT)
    return SeatReview.objects.filter(at_rest, status=SeatReview.Status.ASKED).order_by("asked_at", "pk").first()


@transaction.atomic
def _next_queue(row: SeatReview | None) -> None:
    if row is not None:
        on_commit.review_is_due(row.pk, len(row.turns))


@transaction.atomic(durable=True)
def _step_begun(review_id: int, done: int) -> SeatReview | None:
    """Count the try; after too many the review has failed."""
    row = SeatReview.objects.select_for_update(of=("self",)).select_related("game").filter(pk=review_id).first()
    if not _wanted(row, done):
        return None
    row.tries += 1
    row.begun_at = timezone.now()
    if row.tries > MAX_TRIES:
        row.status = SeatReview.Status.FAILED
    row.save()
    return row if row.status == SeatReview.Status.ASKED else None


def _worked_out(row: SeatReview, done: int) -> tuple[list[ReviewedTurn], bool]:
    """The turns after the first `done` that fit in a step, and whether these were all."""
    # The bot that began the review finishes it, if it still exists.
    begun_by = REGISTRY[row.bot].estimate if row.bot in REGISTRY else None
    estimate = begun_by or strongest_estimator()[1]
    found: list[ReviewedTurn] = []
    until = time.monotonic() + STEP_S
    for number, question in enumerate(_questions(row)):
        if number < done:
            continue
        if found and time.monotonic() > until:
            return found, False
        found.append(_reviewed(question, estimate))
    return found, True


@transaction.atomic(durable=True)
def _step_ended(review_id: int, done: int, found: list[ReviewedTurn], *, whole: bool) -> bool:
    """Save what was found, unless the same step ran elsewhere."""
    row = SeatReview.objects.select_for_update().filter(pk=review_id).first()
    if not _wanted(row, done):
        return False
    row.turns = [*row.turns, *map(asdict, found)]
    row.tries = 0
    if whole:
        row.status, row.done_at = SeatReview.Status.DONE, timezone.now()
    row.save()
    return True


@sweep(every=timedelta(seconds=60))
def reviews_sweep() -> int:
    """Requeue the next review if no step has run for a while; return 0 or 1. One message is enough, as steps chain."""
    row, long_ago = _next(), timezone.now() - STEP_TIMEOUT
    if row is None or row.asked_at > long_ago or SeatReview.objects.filter(begun_at__gt=long_ago).exists():
        return 0
    _next_queue(row)
    return 1


def _questions(row: SeatReview) -> Iterator[_Question]:
    seat = row.game.seats.get(number=row.seat)
    before = [0] * row.game.seats_count
    for hand in row.game.hands.filter(ended_at__isnull=False, voided=False).order_by("number"):
        yield from _questions_in(row.game, hand, seat, tuple(before))
        before = [have + more for have, more in zip(before, hand.points or [0] * len(before), strict=True)]


def _questions_in(game: Game, hand: Hand, seat: Seat, points: tuple[int, ...]) -> Iterator[_Question]:
    history: list[tuple[int, str]] = []
    for place, (move, state) in enumerate(states_before(game, hand, hand.moves.valid().order_by("number")), start=1):
        if move.seat == seat.number and move.actor_id == seat.user_id and move.by in _OWN:
            yield _Question(hand.number, move, place, state, points, game.target, tuple(history))
        history.append((move.seat, move.turn))


def _reviewed(question: _Question, estimate: Estimate) -> ReviewedTurn:
    """Find the best turn, then compare it with the one taken in new deals, which favour neither."""
    state, move = question.state, question.move
    legal = legal_turns(state)
    taken = best = parse_turn(move.turn)
    loss = expected = 0.0
    if len(legal) > 1:
        view = observe(state, state.to_act, points=question.points, target=question.target, history=question.history)
        rng = random.Random(move.pk)
        found = estimate(view, legal, BUDGET_MS, rng)[0]
        best, expected = found.turn, found.points
        if best != taken:
            compared = estimate(view, (best, taken), BUDGET_MS, rng)
            points = {one.turn: one.points for one in compared}
            expected = points[best]
            loss = max(0.0, points[taken] - expected) if compared[0].turn == best else 0.0
    return ReviewedTurn(
        hand=question.hand,
        number=move.number,
        place=question.place,
        turn=move.turn,
        best=str(best),
        loss=round(loss, 2),
        options=len(legal),
        expected=round(expected, 2),
    )
