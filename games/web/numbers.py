"""Whole numbers as they come in addresses and forms."""

import re

# Nothing that is counted here comes near it, and every database column holds it.
MOST = 999_999_999
# ASCII alone: "٣" is a digit to Python, but no cookie and no address of ours holds one.
_DIGITS = re.compile(r"[0-9]{1,9}")


def whole_number(text: str, most: int = MOST) -> int | None:
    """The number from 0 to `most` that `text` writes in ASCII digits; None where it writes none."""
    number = int(text) if _DIGITS.fullmatch(text) else None
    return None if number is None or number > most else number
