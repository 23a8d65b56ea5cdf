"""The queues' names, and which tasks wait in which."""

from typing import Final

# In order of precedence: a worker looks into a queue only when those before it are empty (the broker's option
# `queue_order_strategy`). One that is told nothing takes all of them.
QUEUES: Final[dict[str, tuple[str, ...]]] = {
    # The clocks of games, the sweeps, and all that is short.
    "clocks": (),
    "mail": ("games.tasks.notice_send", "accounts.tasks.mail_send"),
    "bots": ("games.tasks.bot_turn_play",),
    # Servers at addresses that people gave may take their time: a worker of its own keeps them from holding up others.
    "outward": ("games.tasks.notice_deliver", "games.tasks.webhook_test"),
    "background": (
        "games.tasks.review_work",
        "games.tasks.ratings_rework",
        "games.tasks.figures_work_out",
        "games.tasks.signals_look",
    ),
    # Bots among themselves: nobody waits for them.
    "idle": ("games.tasks.idle_turn_play",),
}
