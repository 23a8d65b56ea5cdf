"""`python -m odinsite.queue FILE`: the one worker of a small site, which keeps the timetable in FILE.

It does not use Celery's command line, which would also load the terminal interface of all commands.
"""

import sys

from odinsite.celery import app

# While one waits for a mail server or a bot, the other runs clocks.
PROCESSES = 2


def main(file: str) -> int:
    worker = app.Worker(concurrency=PROCESSES, timetable=file, without_gossip=True, without_mingle=True)
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
