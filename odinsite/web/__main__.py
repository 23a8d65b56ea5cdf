"""`python -m odinsite.web`."""

import sys

from odinsite.web.command import Command

if __name__ == "__main__":
    Command().run(sys.argv[1:])
