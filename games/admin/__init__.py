"""Read-only pages of games, hands, turns and notices for staff, and moderators' acts.

Never a deck, a cached state, a chain of seeds, an invitation link or a mail's text.
"""

from games.admin import (
    act_words,
    answers,
    chat,
    dashboard,
    decisions,
    games,
    hands,
    interventions,
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
    "games",
    "hands",
    "interventions",
    "outbox",
    "people",
    "ratings",
    "reports",
    "signals",
]
