"""The heartbeat of a web process, sent while its event loop runs."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from typing import Any

from twisted.internet.task import LoopingCall
from twisted.internet.threads import deferToThread

from games.health.heartbeats import INTERVAL_S, WEB
from odinsite.heartbeat import beat, beat_end
from odinsite.metrics.figures import figures_read
from odinsite.metrics.stored_counts import counts_push


class WebHeartbeat:
    """Beats every INTERVAL_S seconds in a thread, and stores what the process counted since the last beat. A process
    that listens at the same place as an earlier one on this host goes on with its heartbeats.
    """

    def __init__(self, endpoints: Sequence[str]) -> None:
        self.name = f"{WEB}{socket.gethostname()}:{_place(endpoints)}"
        self._loop = LoopingCall(deferToThread, self._beat)

    def begin(self) -> None:
        self._loop.start(INTERVAL_S)

    def end(self) -> Any:
        """Stop, and return a deferred that fires once Redis knows."""
        if self._loop.running:
            self._loop.stop()
        return deferToThread(self._end)

    def _beat(self) -> None:
        beat(self.name, figures=figures_read())
        counts_push()

    def _end(self) -> None:
        counts_push()
        beat_end(self.name)


def _place(endpoints: Sequence[str]) -> str:
    """The port, socket or descriptor of the first endpoint, in Twisted's notation."""
    found = re.search(r"^(?:tcp:(?:port=)?(\d+)|unix:([^:]+)|fd:fileno=(\d+))", endpoints[0]) if endpoints else None
    return next(part for part in found.groups() if part) if found else "unknown"
