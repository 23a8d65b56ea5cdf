"""Answers from forms."""

from __future__ import annotations

from typing import Final

from django.http import QueryDict

from games.learning.questions import Answer
from games.web.numbers import whole_number

# Above any real answer (nine cards, five options).
MAX_CHOSEN: Final = 20


def posted_answer(data: QueryDict) -> Answer:
    """From `card`, `pickup`, `action` (play or pass) and `option` (a number)."""
    numbers = (whole_number(text) for text in data.getlist("option")[:MAX_CHOSEN])
    return Answer(
        cards=tuple(data.getlist("card")[:MAX_CHOSEN]),
        pickup=data.get("pickup", ""),
        passes=data.get("action") == "pass",
        options=frozenset(number for number in numbers if number is not None),
    )
