"""Bars over time, reckoned into the places of an SVG: the site's policy lets no page set styles of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.functional import Promise

WIDTH = 360
HEIGHT = 96
# Bars of days up to so many; of weeks above.
DAYS_MAX = 92
GAP_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar's place in a picture of WIDTH by HEIGHT; `day` is its first, `words` name it."""

    x: float
    y: float
    width: float
    height: float
    day: date
    words: str
    value: int


@dataclass(frozen=True, slots=True)
class Chart:
    """One figure over time. `known`: whether any day has a number; `top` is the highest bar's."""

    name: str
    label: str | Promise
    bars: tuple[Bar, ...]
    top: int
    total: int
    known: bool
    weekly: bool
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def first(self) -> Bar:
        return self.bars[0]

    @property
    def last(self) -> Bar:
        return self.bars[-1]


def chart_of(name: str, label: str | Promise, values: Mapping[date, int], *, days: int, until: date) -> Chart:
    """Bars of the `days` days up to and with `until`; a day that has no number counts as 0."""
    step = 1 if days <= DAYS_MAX else 7
    count = -(-days // step)
    begin = until - timedelta(days=count * step - 1)
    sums = [sum(values.get(begin + timedelta(days=at * step + more), 0) for more in range(step)) for at in range(count)]
    top = max(sums, default=0)
    bars = tuple(_bar(at, value, count, top, begin + timedelta(days=at * step), step) for at, value in enumerate(sums))
    return Chart(name, label, bars, top, sum(sums), bool(values), step > 1)


def _bar(at: int, value: int, count: int, top: int, day: date, step: int) -> Bar:
    place = WIDTH / count
    height = HEIGHT * value / top if top else 0.0
    # What is there at all is seen.
    height = max(height, 1.5) if value else 0.0
    days = date_format(day, "j M Y")
    if step > 1:
        days = f"{days} – {date_format(day + timedelta(days=step - 1), 'j M Y')}"
    return Bar(
        x=round(at * place, 2),
        y=round(HEIGHT - height, 2),
        width=round(place * (1 - GAP_SHARE), 2),
        height=round(height, 2),
        day=day,
        words=f"{days}: {value}",
        value=value,
    )
