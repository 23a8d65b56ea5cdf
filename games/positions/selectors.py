"""Positions that are shown, a person's answers, and how others chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Q, QuerySet

from games.daily.calendar import DAY, DAYS_BACK, today
from games.daily.owner import Owner
from games.models import Game, Position, PositionAnswer
from games.positions.stock import stock

# With fewer answers, shares would say little and might show who chose what.
LEAST_ANSWERS: Final = 5


def visible() -> QuerySet[Position]:
    """Positions that are not withdrawn, of games that everyone may see."""
    public = Q(game=None) | Q(game__status=Game.Status.FINISHED, game__visibility=Game.Visibility.PUBLIC)
    return Position.objects.filter(public, withdrawn_at=None)


def ready() -> QuerySet[Position]:
    """Positions that wait for a day."""
    return visible().filter(day=None)


def positions_left() -> int:
    """How many positions are ready for the next days, with those that came with the site. Two queries."""
    return ready().count() + len(stock()) - Position.objects.filter(origin__in=stock()).count()


def first_day() -> date:
    """The earliest day whose position is shown."""
    return today() - DAYS_BACK * DAY


def day_shown(day: date) -> Position | None:
    """The position of the day, if it is drawn. One query."""
    return visible().filter(day=day).first()


def own_answer(position: Position, owner: Owner) -> PositionAnswer | None:
    """One query, none for visitors who have answered nothing."""
    return _answers(owner).filter(position=position).first()


def _answers(owner: Owner) -> QuerySet[PositionAnswer]:
    if owner.user is not None:
        return PositionAnswer.objects.filter(user=owner.user)
    if owner.visitor:
        return PositionAnswer.objects.filter(visitor=owner.visitor)
    return PositionAnswer.objects.none()


def chosen(position: Position) -> Mapping[str, int]:
    """How many people chose each turn, of the answers that count. One query."""
    counted = PositionAnswer.objects.filter(position=position, counts=True)
    return dict(counted.values_list("turn").annotate(Count("pk")))


@dataclass(frozen=True, slots=True)
class PastPosition:
    """A day's position. `right`: whether the person's answer was; None without one. `found` of `total` people whose
    answers count found the turn.
    """

    day: date
    kind: str
    right: bool | None
    found: int
    total: int

    @property
    def enough(self) -> bool:
        return self.total >= LEAST_ANSWERS


def past_positions(owner: Owner) -> Sequence[PastPosition]:
    """The positions of the last days before today, newest first. Two queries, one for visitors who have answered
    nothing.
    """
    counted = Q(answers__counts=True)
    rows = visible().filter(day__gte=first_day(), day__lt=today())
    counts = rows.annotate(total=Count("answers", counted), found=Count("answers", counted & Q(answers__right=True)))
    own = dict(_answers(owner).filter(position__in=rows).values_list("position", "right"))
    shown = counts.order_by("-day").values_list("pk", "day", "kind", "found", "total")
    return [PastPosition(day, kind, own.get(pk), found, total) for pk, day, kind, found, total in shown if day]
