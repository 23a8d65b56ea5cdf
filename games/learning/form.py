"""An answer as pages send it."""

from __future__ import annotations

from typing import Final

from django.http import QueryDict

from games.learning.questions import Answer
from games.web.numbers import whole_number

# A hand holds nine cards and a position has five options; who sends more than this has not filled in the form.
MOST: Final = 20


def answer_of(data: QueryDict) -> Answer:
    """`card` for each card, `pickup`, `action` (play or pass), and `option`, a number, for each option."""
    numbers = (whole_number(text) for text in data.getlist("option")[:MOST])
    return Answer(
        cards=tuple(data.getlist("card")[:MOST]),
        pickup=data.get("pickup", ""),
        passes=data.get("action") == "pass",
        options=frozenset(number for number in numbers if number is not None),
    )
