"""Line and bar charts as inline SVG, in percentages because the CSP forbids inline styles.

Pages link css/site/chart.css, build a Chart with `line_chart` or `bar_chart` and draw it with `{% chart it %}`; a table
below holds values and links.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeVar

from django import template
from django.template.loader import render_to_string
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.web.cached.fragments import cached
from games.web.sentences import labelled

register = template.Library()

Words = str | Promise
Value = float | None
_Point = TypeVar("_Point")

TICKS: Final = 4  # most steps on the vertical axis
LABELS: Final = 5  # most labels on the horizontal axis
MARKS_MAX: Final = 30  # with more places only the last of a line is marked
LOOKS: Final = 6  # line styles in chart.css
GROUPED_FROM: Final = 10_000
BAR_SHARE: Final = 0.75


@dataclass(frozen=True, slots=True)
class AxisPlace:
    """A place on the horizontal axis. `label`: in the picture; `name`: in the table if longer; `group`: places that
    share its label; `anchor`: id in the picture.
    """

    label: str
    name: str = ""
    link: str = ""
    group: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """A series of a chart. `values` by place, None for none. `is_me`: drawn thicker."""

    name: str
    values: Sequence[Value]
    is_me: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    y: str
    words: str


@dataclass(frozen=True, slots=True)
class Group:
    """Places with one label. `x`: the middle of the `label`; `edge`: the group's left edge."""

    x: str
    edge: str
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A drawn series. `paths` in a stretched frame of 100 by 100, `marks` in percent."""

    name: str
    look: int
    is_me: bool
    paths: tuple[str, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    y: str
    height: str


@dataclass(frozen=True, slots=True)
class Column:
    """A place as drawn, with positions in percent. `words` name all values."""

    x: str
    left: str
    width: str
    label: str
    name: str
    link: str
    words: str
    values: tuple[str, ...]
    anchor: str = ""
    bar: Bar | None = None
    bar_left: str = ""
    bar_width: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. `here`: the index of a marked place."""

    kind: Literal["line", "bar"]
    title: Words
    summary: Words
    axis: Words
    names: tuple[str, ...]
    columns: tuple[Column, ...]
    lines: tuple[ChartLine, ...]
    ticks: tuple[Tick, ...]
    here: int | None = None
    groups: tuple[Group, ...] = ()

    @property
    def known(self) -> bool:
        return bool(self.columns)

    @property
    def here_column(self) -> Column | None:
        return None if self.here is None else self.columns[self.here]


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float
    step: float
    decimals: int

    def y(self, value: float) -> float:
        """The place of a value, in percent from the top."""
        return 100 * (self.high - value) / (self.high - self.low)

    def ticks(self) -> tuple[Tick, ...]:
        count = round((self.high - self.low) / self.step)
        decimals = max(self.decimals, 0 if self.step >= 1 else -math.floor(math.log10(self.step)))
        values = (self.low + at * self.step for at in range(count + 1))
        return tuple(Tick(_percent(self.y(value)), _number(value, decimals)) for value in values)


def line_chart(
    title: Words,
    places: Sequence[AxisPlace | str],
    series: Sequence[Series],
    *,
    axis: Words = "",
    summary: Words = "",
    decimals: int = 0,
    from_zero: bool = True,
    here: int | None = None,
) -> Chart:
    """A line for each series. `axis`: the horizontal one; `from_zero`: the vertical one starts at 0 or below. Raises
    ValueError unless each series has one value a place and `here` is a place.
    """
    whole = tuple(place if isinstance(place, AxisPlace) else AxisPlace(place) for place in places)
    _check(whole, series, here)
    ends = [value for row in series for value in row.values if value is not None]
    if not ends:
        return Chart("line", title, summary, axis, (), (), (), ())
    scale = _scale(ends, decimals, from_zero=from_zero)
    return Chart(
        kind="line",
        title=title,
        summary=summary,
        axis=axis,
        names=tuple(row.name for row in series),
        columns=tuple(_column(at, whole, series, decimals) for at in range(len(whole))),
        lines=tuple(_chart_line(row, at % LOOKS, scale) for at, row in enumerate(series)),
        ticks=scale.ticks(),
        here=here,
        groups=_groups(whole),
    )


def bar_chart(
    title: Words,
    places: Sequence[AxisPlace | str],
    values: Sequence[Value],
    *,
    name: str = "",
    axis: Words = "",
    summary: Words = "",
    decimals: int = 0,
    here: int | None = None,
) -> Chart:
    """Bars from 0; `name` heads the values in the table. As `line_chart`."""
    whole = tuple(place if isinstance(place, AxisPlace) else AxisPlace(place) for place in places)
    series = (Series(name, values),)
    _check(whole, series, here)
    ends = [value for value in values if value is not None]
    if not ends:
        return Chart("bar", title, summary, axis, (), (), (), ())
    scale = _scale(ends, decimals, from_zero=True)
    columns = (_column(at, whole, series, decimals, scale) for at in range(len(whole)))
    return Chart("bar", title, summary, axis, (name,), tuple(columns), (), scale.ticks(), here, _groups(whole))


# Some have 100 kB.
@register.simple_tag
@cached(get_language, max_entries=100)
def chart(drawn: Chart) -> SafeString:
    return render_to_string("partials/chart.html", {"chart": drawn})


def _check(places: Sequence[AxisPlace], series: Sequence[Series], here: int | None) -> None:
    if any(len(row.values) != len(places) for row in series):
        raise ValueError("a series needs one value for each place")
    if here is not None and not 0 <= here < len(places):
        raise ValueError(f"no such place: {here}")


def _scale(values: Sequence[float], decimals: int, *, from_zero: bool) -> _Scale:
    """Round steps around the values; whole steps for whole values."""
    low, high = min(values), max(values)
    if from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if high == low:
        high = low + 10.0**-decimals
    step = _round_step((high - low) / TICKS)
    step = max(step, 10.0**-decimals)
    return _Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step, decimals)


def _round_step(least: float) -> float:
    size = 10.0 ** math.floor(math.log10(least))
    return next(factor * size for factor in (1, 2, 5, 10) if factor * size >= least * (1 - 1e-9))


def _column(
    at: int, places: Sequence[AxisPlace], series: Sequence[Series], decimals: int, scale: _Scale | None = None
) -> Column:
    """A place's words, position and, with a scale, bar."""
    width, place = 100 / len(places), places[at]
    values = tuple(_number(row.values[at], decimals) for row in series)
    gap = (1 - BAR_SHARE) / 2
    return Column(
        x=_percent((at + 0.5) * width),
        left=_percent(at * width),
        width=_percent(width),
        label=place.label if not place.group and at % math.ceil(_round_step(len(places) / LABELS)) == 0 else "",
        name=place.name or place.label,
        link=place.link,
        words=_words(place, series, values),
        values=values,
        anchor=place.anchor,
        bar=None if scale is None else _bar(series[0].values[at], scale),
        bar_left=_percent((at + gap) * width),
        bar_width=_percent(BAR_SHARE * width),
    )


def _groups(places: Sequence[AxisPlace]) -> tuple[Group, ...]:
    if not any(place.group for place in places):
        return ()
    width, begin, groups = 100 / len(places), 0, []
    for label, members in groupby(places, key=lambda place: place.group):
        count = sum(1 for _place in members)
        groups.append(Group(_percent((begin + count / 2) * width), _percent(begin * width), label))
        begin += count
    return tuple(groups)


def _words(place: AxisPlace, series: Sequence[Series], values: Sequence[str]) -> str:
    told = [
        f"{row.name} {value}" if len(series) > 1 else value for row, value in zip(series, values, strict=True) if value
    ]
    return labelled(place.name or place.label, ", ".join(told))


def _bar(value: Value, scale: _Scale) -> Bar | None:
    if not value:
        return None
    top, foot = sorted((scale.y(value), scale.y(0)))
    # Small values stay visible.
    height = max(foot - top, 1.5)
    return Bar(_percent(top if value < 0 else foot - height), _percent(height))


def _chart_line(row: Series, look: int, scale: _Scale) -> ChartLine:
    width = 100 / len(row.values)
    points = [None if value is None else ((at + 0.5) * width, scale.y(value)) for at, value in enumerate(row.values)]
    known = [point for point in points if point is not None]
    marked = known if len(row.values) <= MARKS_MAX else known[-1:]
    return ChartLine(
        name=row.name,
        look=look,
        is_me=row.is_me,
        paths=tuple(_drawn(run) for run in _runs(points) if len(run) > 1),
        marks=tuple(Mark(_percent(x), _percent(y)) for x, y in marked),
    )


def _runs(points: Sequence[_Point | None]) -> list[list[_Point]]:
    runs: list[list[_Point]] = [[]]
    for point in points:
        if point is not None:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _drawn(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _percent(share: float) -> str:
    """SVG notation in every language: "12.5%"."""
    return f"{share:.2f}".rstrip("0").rstrip(".") + "%"


def _number(value: Value, decimals: int) -> str:
    """The number as text; four digits stay ungrouped, as ratings do everywhere."""
    return "" if value is None else str(number_format(value, decimals, force_grouping=abs(value) >= GROUPED_FROM))
