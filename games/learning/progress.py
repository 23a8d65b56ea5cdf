"""A visitor's progress, stored in their session: some two kilobytes at most. Reading and wrong answers write nothing,
so they create no session. A login keeps it.
"""

from __future__ import annotations

from typing import Final, Literal

from django.contrib.sessions.backends.base import SessionBase

from games.learning.positions import SLUGS
from games.learning.practice import Practice, practice_from_json, practice_to_json

DONE_KEY: Final = "learnt"
GAME_KEY: Final = "practice"
SORT_KEY: Final = "practice_sort"

Sort = Literal["number", "colour"]


def done_in(session: SessionBase) -> frozenset[str]:
    kept = session.get(DONE_KEY)
    return frozenset(kept.split()) & frozenset(SLUGS) if isinstance(kept, str) else frozenset()


def note_done(session: SessionBase, slug: str) -> None:
    done = done_in(session)
    if slug not in done:
        session[DONE_KEY] = " ".join(known for known in SLUGS if known in done or known == slug)


def game_in(session: SessionBase) -> Practice | None:
    return practice_from_json(session.get(GAME_KEY))


def keep_game(session: SessionBase, practice: Practice) -> None:
    session[GAME_KEY] = practice_to_json(practice)


def sort_in(session: SessionBase) -> Sort:
    return "colour" if session.get(SORT_KEY) == "colour" else "number"


def keep_sort(session: SessionBase, sort: str) -> None:
    """Store how cards are sorted: "colour", or by number for anything else."""
    session[SORT_KEY] = "colour" if sort == "colour" else "number"
