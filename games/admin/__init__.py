"""Read-only pages of games, hands, turns and notifications for staff, and moderators' acts. They never show a deck, a
cached state, a chain of seeds, an invitation link or an email's text.
"""

from games.admin import (
    act_words,
    alerts,
    chat,
    dashboard,
    game,
    hooks,
    imported,
    interventions,
    outbox,
    people,
    positions,
    publications,
    ratings,
    reports,
    weekly,
)

__all__ = [
    "act_words",
    "alerts",
    "chat",
    "dashboard",
    "game",
    "hooks",
    "imported",
    "interventions",
    "outbox",
    "people",
    "positions",
    "publications",
    "ratings",
    "reports",
    "weekly",
]
