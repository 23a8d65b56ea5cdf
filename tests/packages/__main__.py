"""Renew the list of published advisories: `python -m tests.packages CHECKOUT`, a checkout of its database.

Prints the locked versions that an advisory is about, and exits with 1 if there are any.
"""

import sys
from pathlib import Path

from tests.packages.advisories import hits, locked, renew

found = hits(renew(Path(sys.argv[1]))["advisories"], locked())
print("\n".join(found) or "No advisory is about a locked version.")  # noqa: T201 # talks to a terminal
sys.exit(1 if found else 0)
