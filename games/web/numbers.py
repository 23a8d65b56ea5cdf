"""Whole numbers in addresses and forms."""

import re

# Above any count here, and within every database column.
MAX_NUMBER = 999_999_999
# Milliseconds since the epoch, until the year 5138.
MAX_MS = 99_999_999_999_999
# ASCII only: "٣" is a digit to Python.
_DIGITS = re.compile(r"[0-9]{1,14}")


def whole_number(text: str, maximum: int = MAX_NUMBER) -> int | None:
    """The number from 0 to `maximum` in ASCII digits, or None."""
    number = int(text) if _DIGITS.fullmatch(text) else None
    return None if number is None or number > maximum else number
