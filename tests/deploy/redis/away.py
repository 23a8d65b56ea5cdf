"""Stop or hang Redis, and bring it back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from odinsite.embedded.redis import Redis
from tests.embedded.running import wait_until


@dataclass(frozen=True, slots=True)
class Absence:
    redis: Redis
    hangs: bool

    @contextmanager
    def lasting(self) -> Iterator[None]:
        self.begin()
        try:
            yield
        finally:
            self.end()

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
        wait_until(self.redis.ready, "Redis again")
