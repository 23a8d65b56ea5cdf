"""Queues and their tasks."""

from typing import Final

# By precedence: a worker takes from a queue only while those before it are empty (broker option
# `queue_order_strategy`), tasks with a pause included (odinsite.queue.consumer). Within a queue, tasks run in
# the order in which they came, so no game starves.
QUEUES: Final[dict[str, tuple[str, ...]]] = {
    "clocks": (),
    "mail": ("games.tasks.notice_send", "accounts.tasks.mail_send"),
    "bots": ("games.tasks.bot_turn_play",),
    # Foreign servers can be slow, so their worker takes nothing else.
    "outward": (
        "games.tasks.notice_deliver",
        "games.tasks.webhook_test",
        "games.tasks.hook_deliver",
        "games.tasks.cases_push",
    ),
    "background": (
        "games.tasks.review_work",
        "games.tasks.strongest_line",
        "games.tasks.ratings_rework",
        "games.tasks.figures_work_out",
        "games.tasks.signals_look",
    ),
    "idle": ("games.tasks.idle_turn_play",),
}
