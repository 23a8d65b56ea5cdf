"""A web process that takes any number of requests from a program: `python -m` with options."""

import sys
from collections.abc import Sequence
from typing import Final

from odinsite.web.command import Command

MANY: Final = 10**9


class UnlimitedCommand(Command):
    def run(self, args: Sequence[str]) -> None:
        import odinsite.asgi  # noqa: F401 # sets Django up
        from games.api import limits

        limits.OF_TOKEN = limits.OF_ACCOUNT = MANY  # type: ignore[misc]
        super().run(args)


if __name__ == "__main__":
    UnlimitedCommand().run(sys.argv[1:])
