"""`python -m tests.deploy.restarting ARGUMENTS` restarts `python ARGUMENTS` when it fails, as systemd does."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from types import FrameType

# As in docker/systemd.
RESTART_S = 3.0


def main(command: list[str]) -> int:
    ends = False
    child = subprocess.Popen(command)

    def end(_number: int, _frame: FrameType | None) -> None:
        nonlocal ends
        ends = True
        child.terminate()

    signal.signal(signal.SIGTERM, end)
    while (status := child.wait()) != 0 and not ends:
        time.sleep(RESTART_S)
        child = subprocess.Popen(command)
    return status


if __name__ == "__main__":
    sys.exit(main([sys.executable, *sys.argv[1:]]))
