"""All that processes count. Prometheus's names, labels and units are described in docker/metrics.md."""

from itertools import product
from typing import Final

from accounts.metrics.counters import Histogram, ProcessCounter

REQUESTS: Final = ProcessCounter("odin_requests", "Answered requests by route and status.", "route", "status")
REQUEST_SECONDS: Final = Histogram(
    "odin_request_seconds",
    "Time to an answer, from the request's last byte, with waiting for a place.",
    "route",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
WAYS: Final = ("page", "socket", "interface", "email", "planned", "bot", "clock", "moderator")
TURNS: Final = ProcessCounter(
    "odin_turns", "Turns by the way in which they came.", "way", expected=[(way,) for way in WAYS]
)
TURN_TOLD_SECONDS: Final = Histogram(
    "odin_turn_told_seconds",
    "Time from a turn until the last open page of its table has it, in each web process with such pages.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
CLOSES: Final = ("403", "4401", "4404", "4429", "4430", "4503")
SOCKETS_CLOSED: Final = ProcessCounter(
    "odin_sockets_closed",
    "Sockets and streams that the site refused or closed.",
    "code",
    expected=[(code,) for code in CLOSES],
)
CHANNELS: Final = ("account_mail", "mail", "push", "webhook", "hook")
OUTCOMES: Final = ("sent", "waiting", "failed")
MESSAGES: Final = ProcessCounter(
    "odin_messages",
    "Attempts to send emails, pushes and webhooks.",
    "channel",
    "outcome",
    expected=product(CHANNELS, OUTCOMES),
)
LOGINS: Final = ProcessCounter(
    "odin_logins", "Logins and tries.", "outcome", expected=[("ok",), ("wrong",), ("too_many",)]
)
REFUSALS: Final = ProcessCounter("odin_refusals", "What services refused, by reason.", "reason")
TASKS: Final = ProcessCounter("odin_tasks", "Ended tasks of workers.", "task", "outcome")
