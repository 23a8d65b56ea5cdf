"""After a game: what the strongest bot there is would have done at each of a player's turns.

The work is done in steps of some seconds, each queued again by the one before, so that bots' turns and mails come in
between. A step takes the number of turns that are done: what is queued twice finds that number passed, and stops.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.bots import REGISTRY, Weigh, strongest_weigher
from games.engine import Card, HandState, apply, deal, legal_turns, observe, parse_turn
from games.errors import LobbyReason, LobbyRefused, NoSuchGame
from games.models import Game, Hand, Move, Seat, SeatReview
from games.services import notify
from games.services.locking import locked_game
from games.services.sweep_lock import sweep_lock

# For finding the best turn, and as much again for comparing it with the one that was taken.
BUDGET_MS: Final = 500
STEP_S: Final = 3.0
# One step at a time on the whole site: while it is under way, others ask again so much later.
BUSY_S: Final = 2.0
# A step that has not come to its end by now, with the time in the queue, was lost.
PATIENCE: Final = timedelta(minutes=2)
MOST_TRIES: Final = 4
BATCH: Final = 100
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

    Raises NoSuchGame for who has no seat in the game, LobbyRefused(NOT_FINISHED).
    """
    game = locked_game(public_id)
    seat = game.seats.filter(user=user, kind=Seat.Kind.PERSON).first()
    if seat is None:
        raise NoSuchGame(public_id)
    if game.status != Game.Status.FINISHED:
        raise LobbyRefused(LobbyReason.NOT_FINISHED)
    row, made = SeatReview.objects.get_or_create(
        game=game, seat=seat.number, defaults={"asked_at": timezone.now(), "bot": strongest_weigher()[0].name}
    )
    if row.status == SeatReview.Status.FAILED:
        row.status, row.tries, row.asked_at, row.begun_at = SeatReview.Status.ASKED, 0, timezone.now(), None
        row.save()
        made = True
    if made:
        notify.review_is_due(row.pk, len(row.turns))
    return row


def review_work(*, review_id: int, done: int) -> bool:
    """Some seconds' work on a review of which `done` turns are worked out; whether anything was done.

    Harmless when run twice. Without a lock while it thinks; where another review is being worked on, it comes again.
    """
    with sweep_lock("review") as held:
        if not held:
            with transaction.atomic():
                notify.review_is_due(review_id, done, pause_s=BUSY_S)
            return False
        row = _step_begun(review_id, done)
        if row is None:
            return False
        found, whole = _worked_out(row, done)
        return _step_ended(review_id, done, found, whole=whole)


@transaction.atomic(durable=True)
def _step_begun(review_id: int, done: int) -> SeatReview | None:
    """Count the try, and give the review up after too many that came to nothing."""
    row = SeatReview.objects.select_for_update(of=("self",)).select_related("game").filter(pk=review_id).first()
    if row is None or row.status != SeatReview.Status.ASKED or len(row.turns) != done:
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
    """Keep what was found and have the rest queued, unless the same step has done so elsewhere."""
    row = SeatReview.objects.select_for_update().filter(pk=review_id, status=SeatReview.Status.ASKED).first()
    if row is None or len(row.turns) != done:
        return False
    row.turns = [*row.turns, *map(asdict, found)]
    row.tries = 0
    if whole:
        row.status, row.done_at = SeatReview.Status.DONE, timezone.now()
    else:
        notify.review_is_due(row.pk, len(row.turns))
    row.save()
    return True


def reviews_sweep() -> int:
    """Queue again each review of which nothing has been heard for a while; how many there were."""
    heard = Coalesce(F("begun_at"), F("asked_at"))
    lost = SeatReview.objects.filter(status=SeatReview.Status.ASKED).alias(heard=heard)
    rows = list(lost.filter(heard__lte=timezone.now() - PATIENCE).order_by("asked_at")[:BATCH])
    with transaction.atomic():
        for row in rows:
            notify.review_is_due(row.pk, len(row.turns))
    return len(rows)


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
    for place, move in enumerate(hand.moves.standing().order_by("number"), start=1):
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
