"""Starts the keeper for `servers.py`."""

import sys

from odinsite.embedded.keeper import main

sys.exit(main(sys.argv[1:]))
