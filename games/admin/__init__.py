"""Games, hands, turns and mails as staff see them: to look at, not to change.

The chain of seeds has no page here, and no page names a deck, a cached state, an invitation link or a mail's text.
"""

from games.admin import (
    act_words,
    answers,
    chat,
    dashboard,
    decisions,
    done,
    games,
    hands,
    outbox,
    people,
    ratings,
    reports,
    signals,
)

__all__ = [
    "act_words",
    "answers",
    "chat",
    "dashboard",
    "decisions",
    "done",
    "games",
    "hands",
    "outbox",
    "people",
    "ratings",
    "reports",
    "signals",
]
