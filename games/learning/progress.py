"""What somebody has learnt so far, kept in their session and nowhere else.

It is at most a word for each position, one hand of a game and how its cards lie: some two kilobytes. Nothing is
written where nothing has changed, so that looking, and answering wrong, makes no session. Logging in keeps it.
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
    """The positions that were answered right."""
    kept = session.get(DONE_KEY)
    return frozenset(kept.split()) & frozenset(SLUGS) if isinstance(kept, str) else frozenset()


def note_done(session: SessionBase, slug: str) -> None:
    done = done_in(session)
    if slug not in done:
        session[DONE_KEY] = " ".join(known for known in SLUGS if known in done or known == slug)


def game_in(session: SessionBase) -> Practice | None:
    """The game for practice, None where there is none."""
    return practice_from_json(session.get(GAME_KEY))


def keep_game(session: SessionBase, practice: Practice) -> None:
    session[GAME_KEY] = practice_to_json(practice)


def sort_in(session: SessionBase) -> Sort:
    """How the reader has the cards of the game for practice sorted."""
    return "colour" if session.get(SORT_KEY) == "colour" else "number"


def keep_sort(session: SessionBase, sort: str) -> None:
    """Have them sorted so from now on; what is no way to sort them is none by colour."""
    session[SORT_KEY] = "colour" if sort == "colour" else "number"
