"""The queues' names, and which tasks wait in which."""

from typing import Final

# In order of precedence: a worker looks into a queue only when those before it are empty (the broker's option
# `queue_order_strategy`). One that is told nothing takes all of them.
QUEUES: Final[dict[str, tuple[str, ...]]] = {
    # The clocks of games, the sweeps, and all that is short.
    "clocks": (),
    "mail": ("send_notice",),
    "bots": ("play_bot_turn",),
    # What goes to addresses that people gave may find servers that take their time: a worker of its own keeps them from
    # holding up anything else.
    "outward": ("deliver_notice", "try_webhook"),
    "background": ("work_out_review", "rework_ratings", "work_out_figures", "look_for_signals"),
    # Bots among themselves: nobody waits for them.
    "idle": ("play_idle_turn",),
}
