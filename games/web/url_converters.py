"""Kinds of values in addresses. What does not fit is no address, and costs no query."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class IdConverter(StringConverter):
    """A game's public id or an invitation's token."""

    regex = "[A-Za-z0-9_-]{1,64}"


class HandleConverter(StringConverter):
    """A handle; the database takes no control characters."""

    regex = r"[^/\x00-\x1f]{1,64}"


class CalendarConverter(StringConverter):
    """The secret part of a calendar's address: an account's number and a hash."""

    regex = "[0-9]{1,18}-[0-9a-f]{64}"


class TokenConverter(StringConverter):
    """A signed value as django.core.signing writes it."""

    regex = "[A-Za-z0-9_:.-]{1,200}"


def register() -> None:
    """Make the converters known to Django, once a process."""
    register_converter(IdConverter, "id")
    register_converter(CalendarConverter, "calendar")
    register_converter(HandleConverter, "handle")
    register_converter(TokenConverter, "token")
