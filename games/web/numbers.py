"""Whole numbers in addresses and forms."""

import re

# Above any count here, and within every database column.
MOST = 999_999_999
# ASCII only: "٣" is a digit to Python.
_DIGITS = re.compile(r"[0-9]{1,9}")


def whole_number(text: str, most: int = MOST) -> int | None:
    """From 0 to `most`, in ASCII digits."""
    number = int(text) if _DIGITS.fullmatch(text) else None
    return None if number is None or number > most else number
