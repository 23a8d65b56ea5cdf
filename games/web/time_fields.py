"""Form fields for times and days, as browsers send them."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

TIME_FORMAT = "%H:%M"
DAY_FORMAT = "%Y-%m-%d"


def time_field(label: _StrOrPromise) -> forms.TimeField:
    """An optional time field, to the minute."""
    return forms.TimeField(
        label=label,
        required=False,
        input_formats=[TIME_FORMAT],
        widget=forms.TimeInput(format=TIME_FORMAT, attrs={"type": "time"}),
        error_messages={"invalid": _("Enter a time like 22:30.")},
    )


def day_field(label: _StrOrPromise) -> forms.DateField:
    return forms.DateField(
        label=label,
        input_formats=[DAY_FORMAT],
        widget=forms.DateInput(format=DAY_FORMAT, attrs={"type": "date"}),
        error_messages={"invalid": _("Enter a date like 2027-03-31."), "required": _("Enter a date like 2027-03-31.")},
    )


def ask_for_both(form: forms.Form, *names: str) -> None:
    """Add an error in `clean` if only one of the two times is there."""
    if any(name in form.errors for name in names):
        return
    empty = [name for name in names if form.cleaned_data.get(name) is None]
    if len(empty) == 1:
        form.add_error(empty[0], gettext("Enter both times or neither."))


def time_pair(form: forms.Form, start: str, end: str) -> tuple[time, time] | None:
    """Both times; None if both are empty."""
    first, last = form.cleaned_data[start], form.cleaned_data[end]
    return None if first is None or last is None else (first, last)
