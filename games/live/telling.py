"""Measures how long after a turn the last open page of its table has it."""

from __future__ import annotations

from time import time
from typing import Any

from accounts.metrics.counted import TURN_TOLD_SECONDS


def telling_begin(message: dict[str, Any], listeners: int) -> None:
    """Note in a turn's message how many connections of this process share it. Other messages stay as they are."""
    if "made_at" in message:
        message["untold"] = listeners


def told(message: Any) -> None:
    """Record that one connection is done with the message. The last one ends the measurement; a connection that ended
    before leaves it without an end.
    """
    if "untold" not in message:
        return
    message["untold"] -= 1
    if not message["untold"]:
        # Clocks of two machines may differ.
        TURN_TOLD_SECONDS.observe(max(0.0, time() - message["made_at"]))
