"""A failure with planted secrets, in its message and in its variables."""

from __future__ import annotations

import logging

SECRET = "5ec7e7" * 10 + "abcd"
CARDS = "R6B6<R5"
MAIL = "alice@example.org"
PLANTED = (SECRET, CARDS, "alice", "hunter2")


def fail() -> None:
    """Raise an error that names secrets, with others in variables."""
    password = "hunter2"
    hand = [CARDS, password]
    raise ValueError(f"no {CARDS} at /m/{SECRET}/ for {MAIL} of {len(hand)}")


def log_failure(times: int = 1) -> None:
    for _time in range(times):
        try:
            fail()
        except ValueError:
            logging.getLogger("odin.failing").exception("Failed: /i/%s/", SECRET)
