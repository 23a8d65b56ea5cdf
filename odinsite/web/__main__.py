"""`python -m odinsite.web`: daphne's command line for this site."""

import sys

from odinsite.web.command import Command

if __name__ == "__main__":
    Command().run(sys.argv[1:])
