"""Path converters; anything else is a 404 without a query."""

import re
from datetime import date

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter


class IdConverter(StringConverter):
    regex = "[A-Za-z0-9_-]{1,64}"


def id_text(text: str) -> str:
    """An id that came in a form or a query; "" for a text that cannot be one, which the database may refuse."""
    return text if re.fullmatch(IdConverter.regex, text) else ""


class MonthConverter(StringConverter):
    """A month such as 2026-10."""

    regex = "[12][0-9]{3}-(?:0[1-9]|1[0-2])"


class RowConverter(IntConverter):
    """A row's number, no larger than the database's."""

    regex = "[0-9]{1,18}"


class HandleConverter(StringConverter):
    """A username; the database refuses control characters."""

    regex = r"[^/\x00-\x1f]{1,64}"


class CalendarConverter(StringConverter):
    """An account's number and a hash, in the address of a calendar."""

    regex = "[0-9]{1,18}-[0-9a-f]{64}"


class TokenConverter(StringConverter):
    """A value signed by django.core.signing."""

    regex = "[A-Za-z0-9_:.-]{1,200}"


class DayConverter:
    """A date, such as 2026-11-28. A day that does not exist is a ValueError, which makes it a 404."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


def register() -> None:
    register_converter(DayConverter, "day")
    register_converter(MonthConverter, "month")
    register_converter(IdConverter, "id")
    register_converter(RowConverter, "row")
    register_converter(CalendarConverter, "calendar")
    register_converter(HandleConverter, "handle")
    register_converter(TokenConverter, "token")
