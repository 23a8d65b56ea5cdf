"""The queues' names, and which tasks wait in which."""

from typing import Final

# In order of precedence: a worker looks into a queue only when those before it are empty (the broker's option
# `queue_order_strategy`). One that is told nothing takes all of them.
QUEUES: Final[dict[str, tuple[str, ...]]] = {
    # The clocks of games, the sweeps, and all that is short.
    "clocks": (),
    "mail": ("games.tasks.send_notice", "accounts.tasks.send_account_mail"),
    "bots": ("games.tasks.play_bot_turn",),
    # Servers at addresses that people gave may take their time: a worker of its own keeps them from holding up others.
    "outward": ("games.tasks.deliver_notice", "games.tasks.try_webhook"),
    "background": (
        "games.tasks.work_out_review",
        "games.tasks.rework_ratings",
        "games.tasks.work_out_figures",
        "games.tasks.look_for_signals",
    ),
    # Bots among themselves: nobody waits for them.
    "idle": ("games.tasks.play_idle_turn",),
}
