"""daphne's command line for this site."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from daphne.cli import CommandLineInterface
from django.core.exceptions import ImproperlyConfigured

from odinsite.web.limits import HANDSHAKE_S, MESSAGE_BYTES
from odinsite.web.server import LimitedServer

APPLICATION = "odinsite.asgi:application"


class Command(CommandLineInterface):
    description = "The web process: pages and web sockets."
    server_class = LimitedServer

    def __init__(self) -> None:
        super().__init__()
        self.parser.prog = "python -m odinsite.web"
        self.parser.usage = "%(prog)s [options of daphne, such as --bind and --port]"
        self.parser.set_defaults(
            websocket_max_message_size=MESSAGE_BYTES,
            websocket_max_frame_size=MESSAGE_BYTES,
            websocket_connect_timeout=HANDSHAKE_S,
        )

    def run(self, args: Sequence[str]) -> None:
        """Serve until a signal. Exits with the sentence of a wrong setting."""
        try:
            super().run([*args, APPLICATION])
        except ImproperlyConfigured as error:
            sys.exit(str(error))
