"""Puts the clock of a Python process, and of those that it forks, as the file ODIN_CLOCK says: seconds to add.

Python loads a module of this name at its start. Monotonic clocks stay right, as they do where a machine's clock jumps.
"""

import os
import threading
import time
from datetime import timedelta

import time_machine

LOOK_S = 0.3
# A process that starts on a busy machine would otherwise stay as late as it was then.
CLOSE_S = 0.1
_clock = time_machine.travel(time.time()).start()


def _follow() -> None:
    """Follow the file until the process ends."""
    added = 0.0
    while True:
        with open(os.environ["ODIN_CLOCK"], encoding="ascii") as file:
            added = float(file.read() or added)
        late = time_machine.escape_hatch.time.time() + added - time.time()
        if abs(late) > CLOSE_S:
            _clock.shift(timedelta(seconds=late))
        time.sleep(LOOK_S)


def _begin() -> None:
    threading.Thread(target=_follow, name="clock", daemon=True).start()


os.register_at_fork(after_in_child=_begin)
_begin()
