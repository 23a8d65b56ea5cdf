"""The tests. They start a hundred Python processes, so they keep bytecode even where the environment asks for none.

Without it each process compiles the site, and pytest each assertion, again. That takes longer than the rest of a start.
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
