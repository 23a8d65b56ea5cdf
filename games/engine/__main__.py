"""`python -m games.engine`: the referee on standard input and output."""

from __future__ import annotations

import os
import sys

from games.engine.referee import answers


def main() -> int:
    try:
        for answer in answers(sys.stdin.buffer):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        # Buffered output would raise again when the interpreter closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
