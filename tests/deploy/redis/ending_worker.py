"""`python -m tests.deploy.redis.ending_worker STATUS` ends as a worker whose processes end with their first does."""

from __future__ import annotations

import os
import signal
import sys

from odinsite.queue.worker import end

PROCESSES = 100


def main(status: int) -> None:
    # Ended ones vanish at once.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    ends, held = os.pipe()
    if os.fork() == 0:
        os.close(ends)
        signal.pause()
    os.close(held)
    for _process in range(PROCESSES):
        if os.fork() == 0:
            os.read(ends, 1)
            os._exit(0)
    end(status)


if __name__ == "__main__":
    main(int(sys.argv[1]))
