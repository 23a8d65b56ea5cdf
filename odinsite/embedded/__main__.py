"""Starts the keeper of a data folder's servers; `servers.py` runs this."""

import sys

from odinsite.embedded.keeper import main

sys.exit(main(sys.argv[1:]))
