"""Draws positions for days, stores answers, and passes a visitor's answers to their account."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.daily.calendar import DAY, today
from games.daily.owner import Owner
from games.engine import IllegalTurn, Refusal, complete_turn, parse_turn
from games.errors import Refused
from games.models import Position, PositionAnswer
from games.play.errors import TurnRefused
from games.positions.errors import PositionReason
from games.positions.moment import Moment, moment_read
from games.positions.selectors import day_shown, ready, visible
from games.positions.stock import stock

# Unpredictable, so that nobody who reads the file of moments knows tomorrow's.
_chance = random.SystemRandom()
MAX_READY: Final = 1000


def day_position(day: date) -> Position | None:
    """The day's position. Today's is drawn if it was not; None if no position is left. One query otherwise."""
    known = day_shown(day)
    return _day_draw(day) if known is None and day == today() else known


def _day_draw(day: date) -> Position | None:
    """Give the day a position unlike the one of the day before: another kind of turn or another number of cards.
    Positions of people's games come first.
    """
    before = day_shown(day - DAY)
    unlike = (before.kind, before.cards) if before is not None else ("", 0)
    try:
        with transaction.atomic(durable=True):
            # One of a game that is no longer public gives its day up.
            Position.objects.filter(day=day, withdrawn_at=None).exclude(pk__in=visible()).update(day=None)
            rows = list(ready().select_for_update(of=("self",)).order_by("pk")[:MAX_READY])
            fresh = [row for row in rows if (row.kind, row.cards) != unlike]
            people = [row for row in fresh if row.game_id is not None]
            drawn = _any(people) or _any(fresh) or _from_stock(unlike) or _any(rows)
            if drawn is not None:
                drawn.day = day
                drawn.save()
            return drawn
    except IntegrityError:
        # Another request drew it at the same time.
        return day_shown(day)


def _any(rows: Sequence[Position]) -> Position | None:
    return _chance.choice(rows) if rows else None


def _from_stock(unlike: tuple[str, int]) -> Position | None:
    """A new row of a moment that came with the site and has no row yet."""
    used = set(Position.objects.filter(origin__in=stock()).values_list("origin", flat=True))
    rows = [position_of(moment_read(line)) for origin, line in stock().items() if origin not in used]
    return _any([row for row in rows if (row.kind, row.cards) != unlike]) or _any(rows)


def position_of(moment: Moment, game_id: int | None = None) -> Position:
    """A row, not saved, of the moment and the site's game that it is from."""
    return Position(
        origin=moment.origin,
        game_id=game_id,
        moment=moment.to_line(),
        kind=moment.kind,
        cards=moment.cards,
        created_at=timezone.now(),
    )


@transaction.atomic(durable=True)
def answer_give(*, day: date, seen: int, owner: Owner, text: str) -> PositionAnswer:
    """Store the person's turn in the day's position, whose first answer stays. `seen`: the id of the position that they
    saw. Raises Refused or TurnRefused.
    """
    position = day_shown(day)
    if position is None:
        raise Refused(PositionReason.NOT_SHOWN)
    if position.pk != seen:
        raise TurnRefused(Refusal.STALE_VERSION)
    moment = moment_read(position.moment)
    try:
        turn = str(complete_turn(moment.state, parse_turn(text)))
    except IllegalTurn as refused:
        raise TurnRefused(refused.reason) from refused
    first = {
        "turn": turn,
        "right": turn == moment.best,
        "counts": owner.counts,
        "answered_at": timezone.now(),
    }
    answer, _made = PositionAnswer.objects.get_or_create(position=position, **owner.new_play(), defaults=first)
    return answer


@transaction.atomic
def answers_claim(*, user: User, visitor: str) -> None:
    """Pass a visitor's answers to their account, except in positions that the account has answered itself."""
    _answers_move(PositionAnswer.objects.filter(visitor=visitor), user)


@transaction.atomic
def answers_merge(*, first: User, second: User) -> None:
    """Pass the answers of `second` to `first`, except in positions that `first` has answered itself."""
    _answers_move(PositionAnswer.objects.filter(user=second), first)


def _answers_move(answers: QuerySet[PositionAnswer], user: User) -> None:
    own = PositionAnswer.objects.filter(user=user).values("position")
    # In one order, so that two logins of an account wait for each other.
    for answer in answers.exclude(position__in=own).order_by("position").values_list("pk", flat=True):
        try:
            with transaction.atomic():
                answers.filter(pk=answer).update(user=user, visitor="")
        except IntegrityError:
            # The account answers the position itself at this moment.
            continue
