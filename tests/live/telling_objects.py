"""A web process that prints, after SIGUSR1, the objects that it holds for its connections: `python -m` with options."""

import gc
import json
import signal
import sys

from odinsite.web.channel import LimitedChannel, LimitedRequest
from odinsite.web.command import Command
from odinsite.web.server import CountedWebSocket, LimitedServer


class TellingServer(LimitedServer):
    def run(self) -> None:
        # daphne has chosen it by now.
        from twisted.internet import reactor

        signal.signal(signal.SIGUSR1, lambda *_: reactor.callFromThread(tell))
        super().run()


class TellingCommand(Command):
    server_class = TellingServer


def tell() -> None:
    gc.collect()
    found = gc.get_objects()
    sockets = [it for it in found if isinstance(it, CountedWebSocket)]
    counts = {
        "sockets": len(sockets),
        "channels": sum(isinstance(it, LimitedChannel) for it in found),
        "requests": sum(isinstance(it, LimitedRequest) for it in found),
        "headers": sum(len(it.clean_headers) + len(it.request.headers) + len(it.http_headers) for it in sockets),
    }
    print("kept:", json.dumps(counts), flush=True)  # noqa: T201 # a test reads it


if __name__ == "__main__":
    TellingCommand().run(sys.argv[1:])
