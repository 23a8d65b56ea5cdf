"""A Redis that goes, by being stopped or by hanging, and comes back."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from odinsite.embedded.redis import Redis

PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Absence:
    redis: Redis
    hangs: bool

    def begin(self) -> None:
        assert self.redis.child is not None
        if self.hangs:
            self.redis.child.send_signal(signal.SIGSTOP)
        else:
            self.redis.stop()

    def end(self) -> None:
        assert self.redis.child is not None
        if self.hangs:
            self.redis.child.send_signal(signal.SIGCONT)
        else:
            self.redis.begin()
        wait_until(self.redis.ready)


def wait_until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.05)
