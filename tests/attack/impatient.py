"""A web process with little patience for its clients, so that a test can wait for its end: `python -m` with options."""

import sys

from odinsite.web.command import Command
from odinsite.web.limits import Patience
from odinsite.web.server import LimitedServer


class ImpatientServer(LimitedServer):
    patience = Patience(headers=2.0, body=3.0, body_part=2.0, refusal=0.5, answer_part=3.0)


class ImpatientCommand(Command):
    server_class = ImpatientServer


if __name__ == "__main__":
    ImpatientCommand().run(sys.argv[1:])
