"""After a game: what the strongest bot there is would have done at each of a player's turns.

The work is done in steps of some seconds, one at a time on the whole site, so that bots' turns and mails come in
between. Whoever ends a step queues the next, of the review that was asked for first: a review that comes while another
is worked on goes away again and is not forgotten. A step takes the number of turns that are done: what is queued twice
finds that number passed, and stops.
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
from games import on_commit
from games.bots import REGISTRY, Weigh, strongest_weigher
from games.engine import Card, HandState, apply, deal, legal_turns, observe, parse_turn
from games.errors import NoSuchGame
from games.models import Game, Hand, Move, Seat, SeatReview
from games.play.locking import FINISHED, lock_game
from games.sweep_lock import sweep_lock

# For finding the best turn, and as much again for comparing it with the one that was taken.
BUDGET_MS: Final = 500
STEP_S: Final = 3.0
# A step that has not come to its end by now, with the time in the queue, was lost.
PATIENCE: Final = timedelta(minutes=2)
MOST_TRIES: Final = 4
_OWN: Final = (Move.By.PLAYER, Move.By.AUTO)


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """One object of `SeatReview.turns`."""

    hand: int
    number: int
    place: int
    turn: str
    best: str
    loss: float
    options: int


@dataclass(frozen=True, slots=True)
class _Question:
    """A turn that was taken, the hand before it and what was known of it then."""

    hand: int
    move: Move
    place: int
    state: HandState
    points: tuple[int, ...]
    history: tuple[tuple[int, str], ...]


@transaction.atomic(durable=True)
def review_ask(*, public_id: str, user: User) -> SeatReview:
    """Ask for a review of the person's own turns in a finished game; asked again it is the same one, begun anew where
    it had failed.

    Raises NoSuchGame for who has no seat in the game, Refused(NOT_FINISHED).
    """
    locked = lock_game(public_id)
    game = locked.game
    seat = game.seats.filter(user=user, kind=Seat.Kind.PERSON).first()
    if seat is None:
        raise NoSuchGame(public_id)
    locked.check_status(FINISHED)
    row, made = SeatReview.objects.get_or_create(
        game=game, seat=seat.number, defaults={"asked_at": locked.now, "bot": strongest_weigher()[0].name}
    )
    if row.status == SeatReview.Status.FAILED:
        row.status, row.tries, row.asked_at, row.begun_at = SeatReview.Status.ASKED, 0, locked.now, None
        row.save()
        made = True
    if made:
        on_commit.review_is_due(row.pk, len(row.turns))
    return row


def review_work(*, review_id: int, done: int) -> bool:
    """Some seconds' work on a review of which `done` turns are worked out; whether anything was done.

    Harmless when run twice. Without a lock on rows while it thinks. Where a step of any review is under way nothing is
    done: whoever is at it queues the next one.
    """
    if not _wanted(SeatReview.objects.filter(pk=review_id).first(), done):
        return False
    held = False
    try:
        with sweep_lock("review") as held:
            return held and _step(review_id, done)
    finally:
        # After the lock is given back: what was turned away while it was held had been asked for before, and is seen.
        if held:
            _next_queue(_next())


def _wanted(row: SeatReview | None, done: int) -> TypeGuard[SeatReview]:
    """Whether the step after `done` turns is still to be done."""
    return row is not None and row.status == SeatReview.Status.ASKED and len(row.turns) == done


def _step(review_id: int, done: int) -> bool:
    row = _step_begun(review_id, done)
    if row is None:
        return False
    found, whole = _worked_out(row, done)
    return _step_ended(review_id, done, found, whole=whole)


def _next() -> SeatReview | None:
    """The review that was asked for first, of those that no step is at. One whose step broke waits for a while, so that
    it does not hold the others up."""
    at_rest = Q(tries=0) | Q(begun_at__lte=timezone.now() - PATIENCE)
    return SeatReview.objects.filter(at_rest, status=SeatReview.Status.ASKED).order_by("asked_at", "pk").first()


@transaction.atomic
def _next_queue(row: SeatReview | None) -> None:
    if row is not None:
        on_commit.review_is_due(row.pk, len(row.turns))


@transaction.atomic(durable=True)
def _step_begun(review_id: int, done: int) -> SeatReview | None:
    """Count the try, and give the review up after too many that came to nothing."""
    row = SeatReview.objects.select_for_update(of=("self",)).select_related("game").filter(pk=review_id).first()
    if not _wanted(row, done):
        return None
    row.tries += 1
    row.begun_at = timezone.now()
    if row.tries > MOST_TRIES:
        row.status = SeatReview.Status.FAILED
    row.save()
    return row if row.status == SeatReview.Status.ASKED else None


def _worked_out(row: SeatReview, done: int) -> tuple[list[ReviewedTurn], bool]:
    """What the next turns after the first `done` were worth, and whether these were all."""
    # A stronger one may have come meanwhile: the rest is by the one that began it, while it is there.
    begun_by = REGISTRY[row.bot].weigh if row.bot in REGISTRY else None
    weigh = begun_by or strongest_weigher()[1]
    found: list[ReviewedTurn] = []
    until = time.monotonic() + STEP_S
    for number, question in enumerate(_questions(row)):
        if number < done:
            continue
        if found and time.monotonic() > until:
            return found, False
        found.append(_reviewed(question, weigh))
    return found, True


@transaction.atomic(durable=True)
def _step_ended(review_id: int, done: int, found: list[ReviewedTurn], *, whole: bool) -> bool:
    """Keep what was found, unless the same step has done so elsewhere."""
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
    """Queue the next review again where nothing has been heard of any for a while; how many that were, one or none.

    One message sets all going again, and no more come of it: those that find their step done stop.
    """
    row, long_ago = _next(), timezone.now() - PATIENCE
    if row is None or row.asked_at > long_ago or SeatReview.objects.filter(begun_at__gt=long_ago).exists():
        return 0
    _next_queue(row)
    return 1


def _questions(row: SeatReview) -> Iterator[_Question]:
    """The seat's turns that its person took, in order; hands that were void count for nothing."""
    seat = row.game.seats.get(number=row.seat)
    before = [0] * row.game.seats_count
    for hand in row.game.hands.filter(ended_at__isnull=False, voided=False).order_by("number"):
        yield from _questions_in(row.game, hand, seat, tuple(before))
        before = [have + more for have, more in zip(before, hand.points or [0] * len(before), strict=True)]


def _questions_in(game: Game, hand: Hand, seat: Seat, points: tuple[int, ...]) -> Iterator[_Question]:
    state = deal([Card.parse(text) for text in hand.deck], game.seats_count, hand.leader)
    history: list[tuple[int, str]] = []
    for place, move in enumerate(hand.moves.valid().order_by("number"), start=1):
        if move.seat == seat.number and move.actor_id == seat.user_id and move.by in _OWN:
            yield _Question(hand.number, move, place, state, points, tuple(history))
        state = apply(state, parse_turn(move.turn))
        history.append((move.seat, move.turn))


def _reviewed(question: _Question, weigh: Weigh) -> ReviewedTurn:
    """Find the best turn, then compare it with the one that was taken, in deals in which neither was chosen."""
    state, move = question.state, question.move
    legal = legal_turns(state)
    taken = best = parse_turn(move.turn)
    loss = 0.0
    if len(legal) > 1:
        view = observe(state, state.to_act, points=question.points, history=question.history)
        rng = random.Random(move.pk)
        best = weigh(view, legal, BUDGET_MS, rng)[0].turn
        if best != taken:
            points = {one.turn: one.points for one in weigh(view, (best, taken), BUDGET_MS, rng)}
            loss = max(0.0, points[taken] - points[best])
    return ReviewedTurn(
        hand=question.hand,
        number=move.number,
        place=question.place,
        turn=move.turn,
        best=str(best),
        loss=round(loss, 2),
        options=len(legal),
    )
