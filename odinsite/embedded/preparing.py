"""Prepares the site in a child process, so that the watcher does not keep Django's 80 MB."""

import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection

from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder
from odinsite.embedded.interrupt import SIGNALS
from odinsite.embedded.processes import end_with_parent

# Forked before any thread: a new interpreter would start slower.
FORK = get_context("fork")
TICK = 0.1


class Preparing:
    """The preparation, which starts immediately, while the servers start."""

    def __init__(self, folder: Folder, *, demo: bool) -> None:
        self.line, theirs = FORK.Pipe()
        self.process = FORK.Process(target=_prepare, args=(folder, demo, theirs, end_with_parent(signal.SIGKILL)))
        self.process.start()
        theirs.close()

    def finish(self, pause: Callable[[float], None]) -> None:
        """Finish the preparation, as the servers are ready. What `pause` raises ends the wait. Raises StartError."""
        with suppress(OSError):
            self.line.send("ready")
        while not self.line.poll(TICK):
            pause(0)
        try:
            refusal: str = self.line.recv()
        except EOFError:
            refusal = "The site is not prepared; the reason is above."
        self.process.join()
        if refusal:
            raise StartError(refusal)

    def close(self) -> None:
        """End the preparation if it is not finished. Each of its steps is done as a whole or not at all."""
        self.process.kill()
        self.process.join()
        self.line.close()


def _prepare(folder: Folder, demo: bool, line: Connection, follow_parent: Callable[[], None]) -> None:  # noqa: FBT001
    follow_parent()
    for number in SIGNALS:
        # Ctrl-C reaches the whole group; the parent decides.
        signal.signal(number, signal.SIG_IGN)
    # Imported here, as it loads Django.
    from odinsite.embedded import preparation

    try:
        preparation.prepare(folder, line.recv, demo=demo)
    except StartError as error:
        line.send(str(error))
    else:
        line.send("")
