"""Puts the clock of a Python process, and of those that it forks, as the file ODIN_CLOCK says: seconds to add.

Python loads a module of this name at its start. Monotonic clocks stay right, as they do where a machine's clock jumps.
"""

import os
import threading
import time
from datetime import timedelta

import time_machine

LOOK_S = 0.3
_clock = time_machine.travel(time.time()).start()
_added = 0.0


def _follow() -> None:
    """Follow the file until the process ends."""
    global _added
    while True:
        with open(os.environ["ODIN_CLOCK"], encoding="ascii") as file:
            added = float(file.read() or _added)
        if added != _added:
            _clock.shift(timedelta(seconds=added - _added))
            _added = added
        time.sleep(LOOK_S)


def _begin() -> None:
    threading.Thread(target=_follow, name="clock", daemon=True).start()


os.register_at_fork(after_in_child=_begin)
_begin()
