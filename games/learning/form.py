"""Answers from forms."""

from __future__ import annotations

from typing import Final

from django.http import QueryDict

from games.learning.questions import Answer

# Above any real answer, of nine cards.
MAX_CHOSEN: Final = 20


def posted_answer(data: QueryDict) -> Answer:
    """The answer in `card`, `pickup` and `action` (play or pass)."""
    return Answer(
        cards=tuple(data.getlist("card")[:MAX_CHOSEN]),
        pickup=data.get("pickup", ""),
        passes=data.get("action") == "pass",
    )
