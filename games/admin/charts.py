"""Bar charts of figures by day or week."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext

from games.web.charts import AxisPlace, Chart, bar_chart

# Up to this many days a bar is a day, beyond it a week.
DAYS_MAX = 92


def days_chart(label: str | Promise, values: Mapping[date, int], *, days: int, until: date) -> Chart:
    """Bars of the `days` days up to `until`. Missing days count as 0; no bars without any values."""
    step = 1 if days <= DAYS_MAX else 7
    count = -(-days // step) if values else 0
    begin = until - timedelta(days=count * step - 1)
    sums = [sum(values.get(begin + timedelta(days=at * step + more), 0) for more in range(step)) for at in range(count)]
    return bar_chart(
        label,
        [_place(begin + timedelta(days=at * step), step) for at in range(count)],
        sums,
        name=str(label),
        axis=gettext("Week") if step > 1 else gettext("Day"),
        summary=gettext("{total} in total").format(total=intcomma(sum(sums))) if values else "",
    )


def _place(day: date, step: int) -> AxisPlace:
    name = date_format(day, "DATE_FORMAT")
    if step > 1:
        last = date_format(day + timedelta(days=step - 1), "DATE_FORMAT")
        name = gettext("{first} to {last}").format(first=name, last=last)
    return AxisPlace(date_format(day, "MONTH_DAY_FORMAT"), name)
